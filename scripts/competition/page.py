"""The page that people read: one file with data, drawings and all, which needs no network."""
import json
import os

from competition import results

FOLDER = os.path.dirname(os.path.abspath(__file__))
# Where the template takes the data, and the files that belong into it.
DATA = "/*DATA*/null"
PARTS = {"/*STYLE*/": "page.css", "/*TABLES*/": "tables.js", "/*PLOTS*/": "plots.js"}


def write(path, doc):
    with open(os.path.join(FOLDER, "page.html")) as file:
        text = file.read()
    for place, name in PARTS.items():
        with open(os.path.join(FOLDER, name)) as file:
            text = text.replace(place, file.read())
    data = json.dumps({**doc, "summaries": results.summaries(doc)}, separators=(",", ":"))
    # Nothing in it may end the script; these are the same in JSON.
    data = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    before, after = text.split(DATA)
    with open(path + ".new", "w") as file:
        file.write(before + data + after)
    os.replace(path + ".new", path)
