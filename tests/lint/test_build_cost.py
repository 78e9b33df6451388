# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that tests/bench/build_cost.py finds the costs of headers in what header_check leaves behind."""

import contextlib
import io
import pathlib
import shutil
import sys
import tempfile
import unittest
from unittest import mock

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "bench"))
import build_cost  # noqa: E402

LOG = """# ninja log v5
0\t4000\t1\tcore/util/a.cpp.o\t1
0\t1000\t1\tcore/net/b.cpp.o\t1
0\t9000\t1\ttests/lint/header_check/net_loop_h.o\t1
0\t500\t1\ttests/lint/header_check/net_loop_h.o\t1
0\t2000\t1\ttests/lint/header_check/net_wide_h.o\t1
0\t700\t1\ttests/lint/header_check/prelude.pch\t1
"""
# net/loop.h ends a chain; util/error.h stands in it, and in that of net/wide.h
DEPS = """core/util/a.cpp.o: #deps 3, deps mtime 1 (VALID)
    {source}/core/util/a.cpp
    {source}/core/util/error.h
    {source}/core/net/loop.h
    /usr/include/stdio.h

core/net/b.cpp.o: #deps 2, deps mtime 1 (VALID)
    ../core/util/error.h
    ../core/net/wide.h
    generated.h

tests/lint/header_check/net_loop_h.o: #deps 1, deps mtime 1 (VALID)
    ../core/net/loop.h
"""


class BuildCost(unittest.TestCase):
    def setUp(self):
        self.source = pathlib.Path(tempfile.mkdtemp()).resolve()
        self.addCleanup(shutil.rmtree, self.source)
        self.build = self.source / "build"
        self.checks = self.build / "tests/lint/header_check"
        self.checks.mkdir(parents=True)
        (self.build / ".ninja_log").write_text(LOG)
        (self.checks / "net_loop_h.cpp").write_text('#include "util/error.h"\n#include "net/loop.h"\n')
        (self.checks / "net_wide_h.cpp").write_text('#include "net/wide.h"\n')
        (self.checks / "net_new_h.cpp").write_text('#include "net/new.h"\n')  # not yet compiled
        self.deps = DEPS.format(source=self.source)
        self.measured = []

    def measure(self, header):
        self.measured.append(header)
        return 0.25

    def costs(self, count):
        chains = build_cost.chain_seconds(build_cost.step_seconds(self.build), self.build)
        includes = build_cost.headers_of_objects(self.deps, self.build, self.source)
        return build_cost.header_costs(chains, includes, count, self.measure)

    def test_a_header_costs_its_chain_if_it_ends_it_and_its_own_time_else(self):
        self.assertEqual(self.costs(10), [(2.0, 2.0, 1, "core/net/wide.h"), (0.5, 0.5, 1, "core/net/loop.h"),
                                          (0.5, 0.25, 2, "core/util/error.h")])

    def test_only_what_may_be_among_the_first_is_compiled(self):
        self.assertEqual(self.costs(1), [(2.0, 2.0, 1, "core/net/wide.h")])
        self.assertEqual(self.measured, [])
        self.costs(2)
        self.assertEqual(self.measured, ["core/util/error.h"])

    def test_objects_and_headers_are_printed(self):
        done = mock.Mock(stdout=self.deps)
        output = io.StringIO()
        with mock.patch.object(build_cost.subprocess, "run", return_value=done), \
                mock.patch.object(build_cost, "SOURCE", self.source), \
                mock.patch.object(build_cost.headers_of_objects, "__defaults__", (self.source,)), \
                mock.patch.object(build_cost, "compile_seconds", side_effect=lambda _, header: self.measure(header)), \
                mock.patch.object(sys, "argv", ["build_cost.py", "--build", str(self.build)]), \
                contextlib.redirect_stdout(output):
            build_cost.main()
        for text in ("core/util/a.cpp.o", "core/net/wide.h", "core/util/error.h", "core/net/loop.h"):
            self.assertIn(text, output.getvalue())


if __name__ == "__main__":
    unittest.main()
