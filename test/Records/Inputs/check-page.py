"""check-page.py PAGE ENTRIES: the page is well formed, and every row of the
table has its article."""

import html.parser
import sys


class Page(html.parser.HTMLParser):
    VOID = {"meta", "input", "br"}

    def __init__(self):
        super().__init__()
        self.open, self.links, self.ids = [], set(), set()

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)
        values = dict(attributes)
        if tag == "a":
            self.links.add(values["href"].removeprefix("#"))
        if tag == "article":
            self.ids.add(values["id"])
        for name in ("src", "href"):
            assert not values.get(name, "").startswith(("http", "//")), values

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"unexpected </{tag}>"


page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
assert not page.open, page.open
assert page.links == page.ids and len(page.ids) == int(sys.argv[2]), page.ids
