"""The report of a preflight beside its file: JSON for programs, a page for people. Same verdict, same bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from questpress.units import describe

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:1.6rem 0 .2rem}
.error{color:#a11}.warning{color:#850}.note{color:#357}
p{margin:.2rem 0}ul{margin:.3rem 0 .8rem;padding-left:1.2rem}
table{border-collapse:collapse}td,th{padding:.15rem .8rem .15rem 0;text-align:left}
td+td,th+th{text-align:right}
"""


def written(verdict: Mapping[str, Any]) -> bytes:
    """The verdict as JSON."""
    return (json.dumps(verdict, indent=1, ensure_ascii=False) + "\n").encode()


def readable(verdict: Mapping[str, Any]) -> bytes:
    """The verdict as a page of HTML that needs nothing else."""
    name = escape(str(verdict["file"]))
    state = "good" if verdict["good"] else "not good"
    pages = f"{verdict['pages']} page{'' if verdict['pages'] == 1 else 's'}"
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Preflight of {name}</title>',
        f"<style>{_STYLE}</style><h1>{name}: {state}</h1>",
        f"<p>{pages}, held against {escape(verdict['held_against'])}. "
        f"Plates: {escape(', '.join(verdict['plates']) or 'none measured')}.</p>",
        f"<p>SHA-256 {verdict['sha256']}</p>" if "sha256" in verdict else "",
    ]
    parts += [_finding(finding) for finding in verdict["findings"]] or ["<p>Nothing was found.</p>"]
    if verdict["measured"]:
        parts.append("<h2>Ink</h2><table><tr><th>page</th><th>most, %</th><th>99.9 % of a piece keep to, %</th></tr>")
        for page in verdict["measured"]:
            ink = page["ink"]
            parts.append(f"<tr><td>{page['page']}</td><td>{ink['most']:g}</td><td>{ink['p99_9']:g}</td></tr>")
        parts.append("</table>")
    return ("\n".join(filter(None, parts)) + "\n").encode()


def _finding(finding: Mapping[str, Any]) -> str:
    grade = finding["severity"]
    said = escape(finding["message"])
    lines = [f'<h2><span class="{grade}">{grade}</span> {finding["code"]}: {said}</h2>']
    if finding["help"]:
        help = finding["help"][:1].upper() + finding["help"][1:]
        lines.append(f"<p>{escape(help)}.</p>")
    seen = [_seen(one) for one in finding["seen"] if one["page"]]
    if seen:
        more = finding["count"] - len(finding["seen"])
        seen += [f"and {more} more"] if more > 0 else []
        lines.append("<ul>" + "".join(f"<li>{one}</li>" for one in seen) + "</ul>")
    return "\n".join(lines)


def _seen(one: Mapping[str, Any]) -> str:
    place = one["place"]
    name = f", {escape(one['component'])}" if one["component"] else ""
    if place is None:
        return f"page {one['page']}{name}"
    at = f"{describe(place['x'])}, {describe(place['y'])} mm"
    size = f"{describe(place['width'])} × {describe(place['height'])} mm"
    return f"page {one['page']}{name}: at {at}, {size}"
