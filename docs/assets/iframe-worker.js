// Lets the search of this site work when its pages are opened as files: browsers start no workers from files, so the
// script of the worker runs in a hidden frame instead. On a web server nothing is changed.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = `<!doctype html><body><script>
        postMessage = (data) => parent.dispatchEvent(new CustomEvent("frame-worker", { detail: [frameElement, data] }));
        importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done) => {
          const script = document.createElement("script");
          script.src = url; script.onload = done; document.body.append(script);
        })), Promise.resolve());
      <\/script><script src="${new URL(url, location.href)}"><\/script></body>`;
      addEventListener("frame-worker", ({ detail: [frame, data] }) => {
        if (frame === this.frame) this.answer(data);
      });
      this.frame.onload = () => {
        this.ready = true;
        this.waiting.splice(0).forEach((data) => this.send(data));
      };
      document.body.append(this.frame);
    }
    answer(data) {
      const message = new MessageEvent("message", { data });
      this.dispatchEvent(message);
      this.onmessage?.(message);
    }
    send(data) {
      const { contentWindow: frame } = this.frame;
      frame.dispatchEvent(new frame.MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.ready) this.send(data);
      else this.waiting.push(data);
    }
    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
