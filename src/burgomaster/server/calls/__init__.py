"""Calling people who are not looking: what is told, by which way, and how it gets there.

`notices.py` says who is to be called because of what was written to a journal; the outbox keeps it, written
in the same transaction. `caller.py` takes it from there, looks whether it is still true, and hands it to a
channel: Web Push, mail or a webhook.
"""
