"""The reference of the JSON interface, made from the description that every server publishes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from burgomaster.server.app import create_app
from burgomaster.server.settings import Settings
from tools.docs.markdown import code, table

ABOUT = """# JSON interface

{description}

Every server publishes this as an OpenAPI description at `/api/openapi.json`; this page is made from it.
How a program plays: [a bot over the network](../network_bots.md). Who somebody is says the header
`Authorization: Bearer KEY` with the key of a seat, or the cookie of a browser together with the token of its
forms.

Errors have one shape ([ErrorAnswer](#erroranswer)): `error` is for people, in the language of
`Accept-Language`, `key` for programs.
"""
USUAL = {"400", "414", "422", "429", "431", "500", "503"}  # every call may be answered so


def pages() -> dict[str, str]:
    """Make the page."""
    return {"reference/json.md": page(create_app(Settings(database="sqlite://", secret="-" * 32)).openapi())}


def page(document: dict[str, Any]) -> str:
    """Describe every call and every body."""
    parts = [ABOUT.format(description=document["info"]["description"]), "## Calls\n"]
    for path, calls in document["paths"].items():
        for method, call in calls.items():
            parts += one_call(method.upper(), path, call)
    parts.append("## Bodies\n")
    for name, schema in document["components"]["schemas"].items():
        parts += one_body(name, schema)
    return "\n".join(parts)


def one_call(method: str, path: str, call: dict[str, Any]) -> Iterator[str]:
    """Describe one call: what it does, what it takes, which answers are its own."""
    yield f"### `{method} {path}`\n"
    yield f"{call.get('description') or call['summary']}\n"
    if parameters := call.get("parameters"):
        rows = [
            (code(one["name"]), one["in"], kind(one.get("schema", {})), one.get("description", ""))
            for one in parameters
        ]
        yield table(("Parameter", "In", "Kind", "Meaning"), rows)
    for media, content in call.get("requestBody", {}).get("content", {}).items():
        yield f"Body (`{media}`): {kind(content.get('schema', {}))}\n"
    own = {status: answer for status, answer in call["responses"].items() if status not in USUAL}
    yield table(("Answer", "Meaning"), ((status, answer["description"]) for status, answer in own.items()))


def one_body(name: str, schema: dict[str, Any]) -> Iterator[str]:
    """Describe a body with its fields."""
    yield f"### {name}\n"
    if "description" in schema:
        yield f"{schema['description']}\n"
    needed = set(schema.get("required", ()))
    rows = [
        (code(field), kind(one), "yes" if field in needed else "", one.get("description", ""))
        for field, one in schema.get("properties", {}).items()
    ]
    if rows:
        yield table(("Field", "Kind", "Needed", "Meaning"), rows)


def kind(schema: dict[str, Any]) -> str:
    """Say in words what a value may be."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(map(kind, choices))
    if "enum" in schema:
        return ", ".join(code(str(value)) for value in schema["enum"])
    if "const" in schema:
        return code(str(schema["const"]))
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}{bounds(schema)}"
    return f"{schema.get('type', 'anything')}{bounds(schema)}"


def bounds(schema: dict[str, Any]) -> str:
    """Say which sizes a value may have."""
    pairs = (("minimum", "from"), ("maximum", "to"), ("minLength", "at least"), ("maxLength", "at most"))
    said = [f"{word} {schema[name]:,}" for name, word in pairs if name in schema]
    return f" ({', '.join(said)})" if said else ""
