# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that one checkout can use what cmake/compile_cached has kept of another one that is gone since.

test_compile_cached.py COMPILER CCACHE: the compiler is the one that compiles each header alone.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "cmake/compile_cached"
PRELUDE = "#include <string>\n#include <vector>\n"
UNIT = "#include \"prelude.h\"\nstd::vector<std::string> made() { return {__func__}; }\n"


class CompileCached(unittest.TestCase):
    compiler = ccache = ""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def compile(self, checkout, *arguments):
        subprocess.run([SCRIPT, checkout, self.ccache, self.compiler, "-std=c++20", "-O0", *arguments], check=True,
                       cwd=checkout, env={**os.environ, "CCACHE_DIR": str(self.folder / "cache")})

    def build(self, name, unit=UNIT):
        """Of a checkout: a precompiled header, and what is compiled behind it."""
        checkout = self.folder / name
        checkout.mkdir()
        (checkout / "prelude.h").write_text(PRELUDE)
        (checkout / "unit.cpp").write_text(unit)
        header = checkout / "prelude.pch"
        self.compile(checkout, "-MD", "-MF", checkout / "prelude.d", "-MT", header, "-Xclang", "-fno-pch-timestamp",
                     "-x", "c++-header", checkout / "prelude.h", "-o", header)
        self.compile(checkout, "-MD", "-MF", checkout / "unit.d", "-MT", checkout / "unit.o", "-include-pch", header,
                     "-c", checkout / "unit.cpp", "-o", checkout / "unit.o")
        self.assertTrue((checkout / "unit.o").stat().st_size)
        return checkout

    def test_another_checkout_needs_nothing_of_the_first_one(self):
        shutil.rmtree(self.build("first"))
        self.build("second", UNIT + "int other() { return 1; }\n")

    def test_what_is_compiled_behind_a_header_is_found(self):
        shutil.rmtree(self.build("first"))
        unit = self.build("second") / "unit.o"
        again = subprocess.run([self.ccache, "--print-stats"], check=True, capture_output=True, text=True,
                               env={**os.environ, "CCACHE_DIR": str(self.folder / "cache")}).stdout
        hits = [line for line in again.splitlines() if line.startswith("direct_cache_hit")]
        self.assertEqual(hits, ["direct_cache_hit\t1"], f"{unit} was compiled again:\n{again}")


if __name__ == "__main__":
    CompileCached.ccache = sys.argv.pop()
    CompileCached.compiler = sys.argv.pop()
    unittest.main()
