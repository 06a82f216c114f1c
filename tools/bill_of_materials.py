"""Write a software bill of materials in the CycloneDX format: `make sbom`.

It lists what an installation with some extras consists of: every package with its version and licence, as
they are installed where this runs, who needs whom, and the files of other people in our own wheel.
"""

from __future__ import annotations

import json
import re
import sys
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tools.vendored import vendored

PACKAGE = "burgomaster"
EXTRAS = ("server", "postgres")  # what operators install
UNKNOWN = "NOASSERTION"


def needed(name: str, extras: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """List what a package needs here, directly and indirectly, with what each of them needs."""
    found: dict[str, list[str]] = {}
    waiting = [(name, extras)]
    while waiting:
        one, asked = waiting.pop()
        if one in found:
            continue
        wanted = [need for need in requirements(one, asked) if is_installed(need.name)]
        found[one] = sorted({plain(need.name) for need in wanted} - {one})
        waiting += [(plain(need.name), tuple(need.extras)) for need in wanted]
    return found


def requirements(name: str, extras: tuple[str, ...]) -> list[Requirement]:
    """List what a package asks for on this machine."""
    told = [Requirement(line) for line in distribution(name).requires or ()]
    worlds = [{"extra": extra} for extra in ("", *extras)]
    return [need for need in told if need.marker is None or any(map(need.marker.evaluate, worlds))]


@cache
def is_installed(name: str) -> bool:
    """Tell whether a package is there."""
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True


def plain(name: str) -> str:
    """Write the name of a package as indexes do."""
    return re.sub(r"[-_.]+", "-", name).lower()


def component(name: str) -> dict[str, Any]:
    """Describe an installed package."""
    found = distribution(name)
    reference = f"pkg:pypi/{plain(name)}@{found.version}"
    kind = "application" if name == PACKAGE else "library"
    return {
        "type": kind,
        "bom-ref": reference,
        "name": plain(name),
        "version": found.version,
        "licenses": [licence_of(found)],
        "purl": reference,
    }


def licence_of(found: Distribution) -> dict[str, Any]:
    """Say under which licence a package is, as its metadata tell."""
    expression, classified, written = (
        found.metadata.get_all(name) or [] for name in ("License-Expression", "Classifier", "License")
    )
    if expression:
        return {"expression": expression[0]}
    named = [line.rpartition(" :: ")[2] for line in classified if line.startswith("License")]
    first = [line.strip() for text in written for line in text.splitlines()[:1]]
    return {"license": {"name": ", ".join(named) or next(iter(first), UNKNOWN)}}


def vendored_components() -> list[dict[str, Any]]:
    """Describe the files of others in our wheel."""
    return [
        {
            "type": "file",
            "bom-ref": f"file:{one.path.name}",
            "name": f"{one.package} ({one.path.name})",
            "version": one.version,
            "hashes": [{"alg": "SHA-256", "content": one.sha256}],
            "licenses": [{"license": {"id": one.licence}}],
        }
        for one in vendored()
    ]


def bill(extras: tuple[str, ...] = EXTRAS) -> dict[str, Any]:
    """Make the whole document; the same installation gives the same one."""
    found = needed(PACKAGE, extras)
    packages = {name: component(name) for name in sorted(found)}
    references = {name: one["bom-ref"] for name, one in packages.items()}
    ours, files = packages.pop(PACKAGE), vendored_components()
    arrows = [
        {"ref": references[name], "dependsOn": [references[one] for one in found[name]]}
        for name in sorted(found)
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**ours, "components": files}},
        "components": list(packages.values()),
        "dependencies": arrows,
    }


def main(words: list[str]) -> None:
    """Write the document to the file that is named, with the extras that are named behind it."""
    path, *extras = words
    document = bill(tuple(extras) or EXTRAS)
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"{path}: {len(document['components'])} packages")


if __name__ == "__main__":
    main(sys.argv[1:])
