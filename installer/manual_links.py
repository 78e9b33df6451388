#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""manual_links.py HTML MARKDOWN: the manual as HTML, in the folder HTML, has a page for each one in MARKDOWN, and every link,
picture, script and style of its pages leads to a file that is there, and to a part that it has. It needs no network: what it
loads is beside it."""
import html.parser
import os
import sys
import urllib.parse
from pathlib import Path

LOADED = {("script", "src"), ("img", "src"), ("link", "href")}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.parts, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("id", "name") and value:
                self.parts.add(value)
            elif name in ("href", "src") and value:
                self.links.append((value, (tag, name) in LOADED))


def fault_of(link, is_loaded, page, pages):
    parsed = urllib.parse.urlsplit(link)
    if parsed.scheme or parsed.netloc:
        return "is loaded from elsewhere" if is_loaded and parsed.scheme != "data" else None
    target = Path(os.path.normpath(page.parent / urllib.parse.unquote(parsed.path))) if parsed.path else page
    if not target.is_file():
        return "leads nowhere"
    part = urllib.parse.unquote(parsed.fragment)
    if part and target in pages and part not in pages[target].parts:
        return "leads to a part that is not there"
    return None


def main():
    folder, markdown = Path(sys.argv[1]).absolute(), Path(sys.argv[2])
    pages = {path: Page(path) for path in sorted(folder.glob("*.html"))}
    faults = [f"no page {source.stem}.html" for source in markdown.glob("*.md") if folder / f"{source.stem}.html" not in pages]
    links = [(page, link, loaded) for page in pages for link, loaded in pages[page].links]
    for page, link, is_loaded in links:
        if fault := fault_of(link, is_loaded, page, pages):
            faults.append(f"{page.name}: {link} {fault}")
    if not (folder / "searchindex.js").is_file():
        faults.append("nothing can be searched")
    if faults:
        sys.exit("\n".join(sorted(set(faults))))
    print(f"{len(pages)} pages, {len(links)} links")


if __name__ == "__main__":
    main()
