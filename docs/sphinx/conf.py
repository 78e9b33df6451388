# SPDX-License-Identifier: GPL-3.0-or-later
"""How Sphinx makes HTML of docs/manual, and (tag "paper") the one page of which WeasyPrint makes a PDF. The chapters are plain
Markdown, which the window shows as it is: what Sphinx needs beyond that is added here."""

import os
import pathlib
import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

HERE = pathlib.Path(__file__).parent
CMAKE = (HERE.parents[1] / "CMakeLists.txt").read_text(encoding="utf-8")

project = "dbgr"
author = "the dbgr authors"
copyright = ""  # is said in the licences
version = release = re.search(r"project\(dbgr VERSION (\S+)", CMAKE)[1]
language = "en"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
master_doc = "index"
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]
nitpicky = True
today = ""
paper = "paper" in tags  # noqa: F821  Sphinx's

html_theme = "basic" if paper else "furo"
html_title = f"dbgr {release}"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = [str(HERE / "static")]
html_css_files = ["paper.css"] if paper else ["manual.css"]
html_favicon = None if paper else str(HERE.parents[1] / "resources" / "dbgr.svg")
html_logo = None if paper else str(HERE.parents[1] / "resources" / "dbgr.svg")
html_last_updated_fmt = None
html_permalinks_icon = "#"
pygments_style = "default"
pygments_dark_style = "native"
html_theme_options = {} if paper else {"navigation_with_keys": True}

# Fenced blocks that a test runs; see tests/integration/manual.
SESSIONS = ("dbgr-run", "dbgr-watch", "dbgr-window", "dbgr-slurm", "dbgr-elsewhere")
PAGE = re.compile(r"^\d+\. \[[^\]]+\]\(([\w-]+)\.md\)", re.MULTILINE)
PART = re.compile(r"^## (.+)$", re.MULTILINE)


def add_contents(app, name, source):
    """The list of chapters in index.md is the table of contents, by its parts."""
    for session in SESSIONS:
        source[0] = source[0].replace(f"```{session}\n", "```console\n")
    if name != master_doc:
        return
    for part in re.split(r"^## ", source[0], flags=re.MULTILINE)[1:]:
        pages = "\n".join(PAGE.findall(part))
        title = part.split("\n", 1)[0]
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{pages}\n```\n"
    if paper:  # chapters are one level below the title, not below the last part of the list
        source[0] = PART.sub(r"**\1**\n", source[0])


def app_source(app):
    return str(app.srcdir)


class DarkPictures(SphinxPostTransform):
    """Behind each picture of the light theme that of the dark one, each shown where it fits."""

    default_priority = 5  # before pictures are collected for the output

    def run(self, **kwargs):
        if self.app.builder.format != "html" or paper:
            return
        for image in list(self.document.findall(nodes.image)):
            if not image["uri"].endswith("-light.png"):
                continue
            uri = image["uri"].replace("-light.png", "-dark.png")
            if not pathlib.Path(app_source(self.app), uri).exists():
                continue
            dark = image.deepcopy()
            dark["uri"] = uri
            image["classes"].append("only-light")
            dark["classes"].append("only-dark")
            image.parent.insert(image.parent.index(image) + 1, dark)
            self.env.images.add_file(self.env.docname, dark["uri"])
            dark["candidates"] = {"*": dark["uri"]}


def setup(app):
    app.connect("source-read", add_contents)
    app.add_post_transform(DarkPictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
