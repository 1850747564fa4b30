"""Reads tables with pandas and prints what it found as JSON.

Standard input: [{"url", "format": "csv" | "parquet", "columns": [{"name", "type"}]}].
"""

import json
import sys

import pandas as pd

NUMBERS = ("number", "integer")
TIMES = ("date", "datetime")


def read(table):
    if table["format"] == "parquet":
        return pd.read_parquet(table["url"])
    times = [column["name"] for column in table["columns"] if column["type"] in TIMES]
    return pd.read_csv(table["url"], parse_dates=times, keep_default_na=False, na_values=[""])


def to_ms(value):
    """A date of Parquet is a `datetime.date`; a time without a zone is UTC."""
    time = pd.Timestamp(value)
    time = time.tz_localize("UTC") if time.tzinfo is None else time.tz_convert("UTC")
    return int(time.value // 1_000_000)


def summarise_column(values, kind):
    known = values.dropna()
    summary = {"type": str(values.dtype), "known": len(known)}
    if kind in NUMBERS:
        summary["sum"] = float(known.sum()) if len(known) else None
    if kind in TIMES:
        summary["firstMs"] = to_ms(known.min()) if len(known) else None
    return summary


def summarise(table):
    frame = read(table)
    names = [column["name"] for column in table["columns"]]
    if list(frame.columns) != names:
        raise ValueError(f"{table['url']}: {list(frame.columns)} instead of {names}")
    columns = {
        column["name"]: summarise_column(frame[column["name"]], column["type"])
        for column in table["columns"]
    }
    return {"rows": len(frame), "columns": columns}


json.dump([summarise(table) for table in json.load(sys.stdin)], sys.stdout)
