"""Studies: branches beside a finished game, kept, named, shared, and nobody else's to change."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import burgomaster as bm
from burgomaster.server.background import Caretaker
from burgomaster.server.match import Refused
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.study import service
from burgomaster.server.study.store import StudyStore, drop_guest_studies
from burgomaster.server.study.tree import Node, Place, Study
from tests import coroutines
from tests.server.fixtures import Running, new_server, settings_for

RECORD: dict[str, Any] = {"game": "spyrium", "moves": ["a", "b", "c"]}


def study_with(*nodes: Node) -> Study:
    return Study("s", "visitor:me", "title", "m", RECORD, 0.0, 0.0, {node.number: node for node in nodes})


def finished(game: str, **options: Any) -> Any:
    table = bm.game(game, **options).new(seed=4)
    bot = bm.bot("greedy", seed=1)
    while table.to_move is not None:
        table.play(bot.choose(table))
    return table


@pytest.fixture
def studies(store: Store) -> StudyStore:
    return StudyStore(store)


# The tree


def test_branches_leave_the_game_and_each_other() -> None:
    study = study_with(
        Node(1, 0, 1, "x"), Node(2, 1, 1, "y"), Node(3, 1, 1, "z"), Node(4, 0, 0, "w"), Node(5, 2, 1, "v")
    )
    assert [[node.number for node in line.nodes] for line in study.lines()] == [[4], [1, 2, 5], [3]]
    assert [node.move for node in study.path(Place(1, 5))] == ["x", "y", "v"]
    assert [node.number for node in study.after(Place(1))] == [1]
    assert study.after(Place(2)) == []
    assert study.below(1) == {1, 2, 3, 5}
    assert study.back(Place(1, 1)) == Place(1) and study.back(Place(0)) is None
    assert study.on(Place(1)) == Place(2) and study.on(Place(3)) is None
    assert study.on(Place(1, 1)) == Place(1, 2) and study.on(Place(1, 5)) is None


def test_a_long_branch_is_no_trouble() -> None:
    study = study_with(*(Node(n, n - 1, 0, "x") for n in range(1, 3001)))
    assert len(study.below(1)) == 3000
    assert [len(line.nodes) for line in study.lines()] == [3000]


@pytest.mark.parametrize("text", ["", "n", "n2", "4", "-1", "n-1", "1e1", "٣", "9" * 40, "n1 "])
def test_a_place_that_is_none_is_not_found(text: str) -> None:
    assert study_with(Node(1, 0, 1, "x")).place(text) is None


def test_two_who_write_at_once_both_keep_their_moves(studies: StudyStore) -> None:
    studies.add(study_with())
    assert studies.add_moves("s", Place(1), ["x", "y"], 1.0) == 2
    assert studies.add_moves("s", Place(1), ["z"], 2.0) == 3
    found = studies.find("s")
    assert found is not None and found.changed == 2.0
    assert found.nodes[2].parent == 1 and found.nodes[3].parent == 0
    # who pressed twice, or in two windows, has not seen the other move; it is there once
    assert studies.add_moves("s", Place(1), ["x"], 3.0) == 1
    assert studies.add_moves("s", Place(1), ["x", "w"], 3.0) == 4
    found = studies.find("s")
    assert found is not None and [found.nodes[number].parent for number in (1, 2, 3, 4)] == [0, 1, 0, 1]


def test_nothing_is_kept_behind_what_was_forgotten_meanwhile(studies: StudyStore) -> None:
    studies.add(study_with(Node(1, 0, 1, "x")))
    studies.drop_moves("s", 1, 1.0)
    with pytest.raises(Refused, match="changed"):
        studies.add_moves("s", Place(1, 1), ["y"], 2.0)
    studies.drop("s")
    with pytest.raises(Refused, match="changed"):
        studies.add_moves("s", Place(0), ["y"], 3.0)


# As JSON


@pytest.fixture(scope="module")
def table(server: Running) -> str:
    answer = server.client().post("/api/records", json=finished("spyrium", players=2).record().to_json())
    return str(answer.json()["table"])


def begin(client: httpx.Client, table: str, ply: int = 6) -> dict[str, Any]:
    answer = client.post(f"/api/tables/{table}/studies", json={"ply": ply})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def signed(client: httpx.Client) -> httpx.Client:
    """Somebody with cookies, who sends the token that belongs to them."""
    page = client.get("/").text
    client.headers["X-Form-Token"] = page.split('"X-Form-Token": "')[1].split('"')[0]
    return client


def test_moves_are_tried_kept_and_found_again(server: Running, table: str) -> None:
    me = signed(server.client())
    study = begin(me, table)
    name, url = study["study"], f"/api/studies/{study['study']}"
    here = me.get(url, params={"at": "6"}).json()
    played = study["game_moves"][6]
    other = next(move for move in here["moves"] if move != played)
    along = me.post(f"{url}/moves", json={"at": "6", "move": played}).json()
    assert along["at"] == "7" and along["branches"] == []  # what the game has is no branch
    tried = me.post(f"{url}/moves", json={"at": "6", "move": other}).json()
    assert tried["at"] == "n1" and tried["branches"][0]["leaves"] == "6"
    again = me.post(f"{url}/moves", json={"at": "6", "move": other}).json()
    assert again["at"] == "n1" and again["branches"] == tried["branches"]
    answered = me.post(f"{url}/moves", json={"at": "6", "move": other, "against": "greedy"}).json()
    at = answered["at"]
    mover = me.get(url, params={"at": "6"}).json()["view"]["to_move"]
    assert me.get(url, params={"at": at}).json()["view"]["to_move"] == mover
    assert [row["study"] for row in me.get("/api/studies").json()] == [name]
    expected = me.get(f"{url}/expectation", params={"at": "6"}).json()
    assert sum(expected["chances"]) == pytest.approx(1.0, abs=0.01) and expected["thoughts"]
    over = me.get(f"{url}/expectation", params={"at": str(len(study["game_moves"]))}).json()
    assert over == {"chances": [], "scores": [], "thoughts": []}


def test_nonsense_is_told_and_changes_nothing(server: Running, table: str) -> None:
    me = signed(server.client())
    study = begin(me, table)
    url, end = f"/api/studies/{study['study']}", str(len(study["game_moves"]))
    wrong = [
        ({"at": "6", "move": "sing a song"}, 422),
        ({"at": end, "move": "pass"}, 422),
        ({"at": "6", "move": study["game_moves"][6], "against": "deep thought"}, 422),
        ({"at": "6"}, 422),
    ]
    for body, status in wrong:
        answer = me.post(f"{url}/moves", json=body)
        assert answer.status_code == status and answer.json()["error"]
    assert me.get(url).json()["branches"] == []
    assert me.get("/api/studies/nothing-of-the-kind").status_code == 404
    assert me.get(url, params={"at": "n99"}).json()["at"] == "0"


def test_only_the_owner_changes_a_study_and_others_copy_it(server: Running, table: str) -> None:
    me, you = signed(server.client()), signed(server.client())
    study = begin(me, table)
    url, body = f"/api/studies/{study['study']}", {"at": "6", "move": study["game_moves"][6]}
    seen = you.get(url).json()
    assert not seen["own"] and you.post(f"{url}/moves", json=body).json()["key"] == "study_not_yours"
    page = you.get(f"/study/{study['study']}?at=6").text
    assert 'action="/study/' in page and "/move?" not in page  # nothing can be played, but it can be copied
    for verb in ("rename", "name", "forget", "drop", "answer", "move"):
        refused = you.post(f"/study/{study['study']}/{verb}", data={"branch": "1", "title": "Mine"})
        assert refused.status_code == 403, verb
    copied = you.post(f"/study/{study['study']}/copy", data={"at": "6"}, follow_redirects=False)
    mine = copied.headers["location"].split("/")[-1].partition("?")[0]
    assert mine != study["study"] and you.get(f"/api/studies/{mine}").json()["own"]
    assert me.get(url).json()["title"] == study["title"]


def test_a_running_game_cannot_be_studied(server: Running) -> None:
    me = signed(server.client())
    opened = me.post("/api/tables", json={"game": "spyrium", "options": {"players": 2}}).json()
    answer = me.post(f"/api/tables/{opened['table']}/studies", json={})
    assert answer.status_code == 422 and answer.json()["key"] == "study_later"


def test_neither_studies_nor_moves_are_without_end(
    server: Running, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    me = signed(server.client())
    study = begin(me, table)
    monkeypatch.setattr(service, "MOST_STUDIES", 1)
    monkeypatch.setattr(service, "MOST_MOVES", 0)
    again = me.post(f"/api/tables/{table}/studies", json={})
    assert again.status_code == 409 and again.json()["key"] == "too_many_studies"
    here = me.get(f"/api/studies/{study['study']}", params={"at": "6"}).json()
    other = next(move for move in here["moves"] if move != study["game_moves"][6])
    full = me.post(f"/api/studies/{study['study']}/moves", json={"at": "6", "move": other})
    assert full.status_code == 409 and full.json()["key"] == "study_full"


# As pages


def test_a_study_by_forms_alone(server: Running, table: str) -> None:
    me = signed(server.client())
    begun = me.post(f"/t/{table}/study", data={"place": "6"}, follow_redirects=True)
    url = begun.url.path
    assert begun.url.params["at"] == "6" and f'action="{url}/move?at=6"' in begun.text
    name = url.rpartition("/")[2]
    legal = me.get(f"/api/studies/{name}", params={"at": "6"}).json()
    other = next(move for move in legal["moves"] if move != legal["game_moves"][6])
    tried = me.post(f"{url}/move?at=6", data={"move": other}, follow_redirects=True)
    assert tried.url.params["at"] == "n1" and 'aria-current="step"' in tried.text
    me.post(f"{url}/name", data={"branch": "1", "name": "<b>Greed</b>", "at": "n1"})
    me.post(f"{url}/rename", data={"title": "What if", "at": "n1"})
    page = me.get(url, params={"at": "n1"}).text
    assert "&lt;b&gt;Greed&lt;/b&gt;" in page and "What if" in page
    assert me.get(f"{url}/expectation?at=n1").status_code == 200
    answered = me.post(f"{url}/answer?at=n1&against=greedy", follow_redirects=True)
    assert answered.url.params["at"] == "n2"
    gone = me.post(f"{url}/forget", data={"branch": "1", "at": "n2"}, follow_redirects=True)
    assert gone.url.params["at"] == "6"
    assert me.get(f"/api/studies/{name}").json()["branches"] == []
    assert me.post(f"{url}/sing", data={"at": "6"}).status_code == 404
    assert "What if" in me.get("/studies").text
    dropped = me.post(f"{url}/drop", follow_redirects=True)
    assert dropped.url.path == "/studies" and me.get(url).status_code == 404


def test_bots_have_their_names_in_a_study(server: Running) -> None:
    record = finished("spyrium", players=2).record().to_json()
    record["seats"] = [{"name": "greedy"}, {"name": "Anna"}]
    me = signed(server.client())
    study = begin(me, str(me.post("/api/records", json=record).json()["table"]))
    for path in ("", "/expectation"):
        for language, name in (("en", "Otto"), ("ru", "Фома")):
            url, reader = f"/study/{study['study']}{path}?at=6", {"Accept-Language": language}
            page = me.get(url, headers=reader).text
            assert name in page and "Anna" in page and "greedy:" not in page and ">greedy<" not in page


# Limits of guests


def test_one_address_does_not_fill_the_store_with_studies_of_guests(tmp_path: Any) -> None:
    record = finished("spyrium", players=2).record().to_json()
    with new_server(settings_for(f"sqlite:///{tmp_path / 'tables.db'}", rate_limits=True)) as limited:
        table = str(limited.client().post("/api/records", json=record).json()["table"])
        begun = [limited.client().post(f"/api/tables/{table}/studies", json={}) for _ in range(20)]
        assert [answer.status_code for answer in begun] == [201] * 10 + [429] * 10
        guest = signed(limited.client())
        copied = guest.post(f"/study/{begun[0].json()['study']}/copy", data={"at": "0"})
        assert copied.status_code == 429
        fields = {"name": "Anna", "password": "long enough"}
        assert guest.post("/api/account/register", json=fields).is_success
        begin(guest, table)  # with an account there is room


def test_old_studies_of_guests_are_deleted_and_those_of_accounts_stay(
    store: Store, studies: StudyStore
) -> None:
    moment = now()
    for name, owner, days in (("a", "visitor:a", 31), ("b", "visitor:b", 29), ("c", "account:1", 999)):
        changed = moment - days * 24 * 3600
        studies.add(Study(name, owner, "", "m", RECORD, 0.0, changed, {1: Node(1, 0, 1, "x")}))
    manager = MatchManager(store, settings_for(str(store.engine.url)))
    coroutines.run(Caretaker(manager).make_round())
    assert [studies.find(name) is None for name in "abc"] == [True, False, False]
    with pytest.raises(Refused, match="changed"):
        studies.add_moves("a", Place(0), ["y"], moment)
    assert drop_guest_studies(store.engine, moment) == 1 and studies.find("c") is not None


@pytest.mark.parametrize(("language", "words"), [("en", "for 30 days"), ("ru", "столько дней: 30")])
def test_guests_are_told_how_long_their_studies_stay(server: Running, language: str, words: str) -> None:
    assert words in server.client(headers={"Accept-Language": language}).get("/studies").text
