# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scripts of installer/ say before they do anything: of each kind, and of what they cannot do."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = sorted(script.parent.name for script in (ROOT / "installer").glob("*/build"))


def run(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


class Installer(unittest.TestCase):
    def test_each_kind_that_is_built_is_tried_and_told_of(self):
        self.assertIn("deb", KINDS)
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        testing = (ROOT / "docs/testing.md").read_text(encoding="utf-8")
        check = (ROOT / "tools/check").read_text(encoding="utf-8")
        for kind in KINDS:
            for action in ("build", "test"):
                self.assertTrue((ROOT / "installer" / kind / action).exists(), f"{kind}/{action}")
                self.assertRegex(run(f"installer/{action}", "--help").stdout, rf"\n  {kind}\b")
                self.assertIn(f"installer/{action} {kind}", check)
            self.assertIn(f"`installer/build {kind}`", readme)
            self.assertIn(f"| `{kind}` |", testing)

    def test_what_is_no_kind_is_refused_with_those_that_are(self):
        for action in ("build", "test"):
            for words in ((), ("dmg",), ("../tools",), ("",)):
                with self.subTest(action=action, words=words):
                    refused = run(f"installer/{action}", *words)
                    self.assertEqual(refused.returncode, 1)
                    self.assertIn(f"which kind? One of: {' '.join(KINDS)}\n", refused.stderr)

    def test_programs_of_this_machine_are_no_package_of_another_release(self):
        refused = run("installer/build", "deb", "sid", "--from", "build")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("--from: packages for sid are compiled there", refused.stderr)

    def test_a_manual_that_is_not_whole_is_found(self):
        whole = '<a href="b.html#x">b</a><img src="p.png"><a href="https://example.org">out</a>'
        for page, words in (
            (whole, None),
            (whole.replace("b.html#x", "c.html"), "a.html: c.html leads nowhere"),
            (whole.replace("#x", "#y"), "a.html: b.html#y leads to a part that is not there"),
            (whole.replace("p.png", "q.png"), "a.html: q.png leads nowhere"),
            (whole + '<script src="https://example.org/s.js"></script>', "s.js is loaded from elsewhere"),
        ):
            with self.subTest(page=page), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                for file, text in {"a.html": page, "b.html": '<h1 id="x">b</h1>', "p.png": "", "searchindex.js": "",
                                   "from/a.md": "", "from/b.md": ""}.items():
                    (folder / file).parent.mkdir(exist_ok=True)
                    (folder / file).write_text(text, encoding="utf-8")
                found = run("installer/manual_links.py", name, f"{name}/from")
                self.assertEqual(found.returncode, 1 if words else 0, found.stderr)
                self.assertIn(words or "", found.stderr)
                (folder / "b.html").unlink()
                (folder / "searchindex.js").unlink()
                less = run("installer/manual_links.py", name, f"{name}/from").stderr
                self.assertIn("no page b.html", less)
                self.assertIn("nothing can be searched", less)


if __name__ == "__main__":
    unittest.main()
