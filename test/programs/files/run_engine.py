"""Runs the Python snippets of an engine in one namespace and prints their tables as JSON.

Standard input: {"text", "names": [the variables of the tables]}. A table is a list of rows.
"""

import contextlib
import json
import sys

asked = json.load(sys.stdin)
names = {}
with contextlib.redirect_stdout(sys.stderr):
    exec(asked["text"], names)


def to_rows(table):
    return table.to_pylist() if hasattr(table, "to_pylist") else table.to_dicts()


json.dump({name: to_rows(names[name]) for name in asked["names"]}, sys.stdout, default=str)
