# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that each lint check finds what it is for, on small trees with one fault each, and nothing on a good tree."""

import pathlib
import shutil
import tempfile
import unittest

import check_format
import check_layers
import check_man
import check_manual
import check_messages
import check_pmix_support
import check_programs
import check_recipes
import check_resources
import check_sizes
import check_sources
import check_standard_names
import error_texts
import header_chains

TABLE = """
[third_party]
libevent = ["event2/.*"]
protobuf = [".*\\\\.pb\\\\.h"]
[[layer]]
path = "core/util"
includes = []
third_party = []
[[layer]]
path = "core/net"
includes = ["util"]
third_party = ["libevent"]
[[layer]]
path = "core/pmix"
includes = ["util", "net/stream.h"]
third_party = []
"""
BSD = "// SPDX-License-Identifier: BSD-3-Clause\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"


class Tree(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.write("core/layers.toml", "# SPDX-License-Identifier: BSD-3-Clause\n" + TABLE)
        for header in ("core/util/a.h", "core/net/stream.h", "core/net/loop.h", "core/net/loop_p.h", "core/pmix/tool.h"):
            self.write(header, BSD + "// A header.\n#pragma once\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def expect(self, check, *parts):
        """The check finds exactly as many faults as parts, and each holds its part."""
        findings = check(self.root)
        self.assertEqual(len(findings), len(parts), findings)
        for finding, part in zip(findings, parts):
            self.assertIn(part, finding)


class StandardNames(Tree):
    def expect_header(self, text, *parts):
        self.write("core/util/b.h", BSD + "// A header.\n#pragma once\n" + text)
        self.expect(check_standard_names.check, *parts)

    def test_a_name_needs_its_header(self):
        self.expect_header("std::vector<int> f();\nstd::vector<int> g();\n", "b.h:4: std::vector needs #include <vector>")

    def test_which_may_come_from_a_header_of_ours(self):
        self.write("core/util/c.h", BSD + "// A header.\n#pragma once\n#include <vector>\n")
        self.expect_header('#include "util/c.h"\nstd::vector<std::size_t> f();\n')

    def test_comments_and_texts_name_nothing(self):
        self.expect_header('/// std::vector\n/* std::map\n std::set */ const char* f = "std::list"; std::unheard_of g;\n')

    def test_headers_may_include_each_other(self):
        self.write("core/util/c.h", BSD + '// A header.\n#pragma once\n#include "util/b.h"\n#include <map>\n')
        self.expect_header('#include "util/c.h"\nstd::map<int, int> f();\n')


class HeaderChains(Tree):
    def chainsOf(self, **headers):
        for name, includes in headers.items():
            self.write(f"{name}.h", "".join(f'#include "{other}.h"\n' for other in includes))
        return sorted(list(header_chains.chains([f"{name}.h" for name in sorted(headers)], self.root)))

    def test_what_includes_another_stands_behind_it(self):
        self.assertEqual(self.chainsOf(a=["b"], b=["c"], c=[]), [["c.h", "b.h", "a.h"]])
        self.assertEqual(self.chainsOf(a=[], b=[]), [["a.h"], ["b.h"]])

    def test_nothing_stands_before_a_header_that_does_not_include_it(self):
        found = self.chainsOf(a=["c"], b=["c"], c=["d"], d=[])
        self.assertEqual(sorted(header for chain in found for header in chain), ["a.h", "b.h", "c.h", "d.h"])
        self.assertEqual(len(found), 2)
        self.assertNotIn("a.h", next(chain for chain in found if "b.h" in chain))

    def test_there_are_as_few_as_can_be(self):
        # That a is put behind c first must not leave b, which has no other, alone.
        self.assertEqual(len(self.chainsOf(a=["c", "d"], b=["c"], c=[], d=[])), 2)

    def test_headers_that_include_each_other_end(self):
        self.assertEqual(self.chainsOf(a=["b"], b=["a"], c=["a"]), [["a.h", "c.h"], ["b.h"]])


class Layers(Tree):
    def expect_include(self, path, include, *parts):
        self.write(path, BSD + f"#include {include}\n")
        self.expect(check_layers.check, *parts)

    def test_allows_what_the_table_allows(self):
        self.write("core/net/loop.cpp", '#include "net/loop_p.h"\n#include "util/a.h"\n#include <event2/event.h>\n#include <vector>\n')
        self.write("core/pmix/tool.cpp", '#include "net/stream.h"\n')
        self.expect(check_layers.check)

    def append(self, text):
        self.write("core/layers.toml", (self.root / "core/layers.toml").read_text() + text)

    def test_finds_layer_without_a_folder(self):
        self.append('[[layer]]\npath = "core/relay"\nincludes = []\nthird_party = []\n')
        self.expect(check_layers.check, "there is no core/relay")

    def test_finds_arrows_in_a_circle(self):
        self.append('[[layer]]\npath = "core/net/deep"\nincludes = ["net"]\nthird_party = []\n')
        self.write("core/layers.toml", (self.root / "core/layers.toml").read_text().replace(
            'includes = ["util"]', 'includes = ["util", "net/deep"]'))
        self.write("core/net/deep/a.h", BSD + '// A header.\n#pragma once\n#include "net/loop.h"\n')
        self.expect(check_layers.check)
        self.write("core/net/b.cpp", BSD + '#include "net/deep/a.h"\n')
        self.expect(check_layers.check, "arrows go in a circle: core/net -> core/net/deep -> core/net")

    def test_what_one_file_may_counts_for_its_folder(self):
        self.append('[[layer]]\npath = "core/util/b.cpp"\nincludes = ["net"]\nthird_party = []\n')
        self.write("core/util/b.cpp", BSD + '#include "net/loop.h"\n')
        self.write("core/net/b.cpp", BSD + '#include "util/a.h"\n')
        self.expect(check_layers.check, "arrows go in a circle: core/net -> core/util -> core/net")

    def test_a_header_with_a_row_of_its_own_stands_alone(self):
        self.append('[[layer]]\npath = "core/net/low.h"\nincludes = []\nthird_party = []\n')
        self.write("core/layers.toml", (self.root / "core/layers.toml").read_text().replace(
            'path = "core/util"\nincludes = []', 'path = "core/util"\nincludes = ["net/low.h"]'))
        self.write("core/net/low.h", BSD + "// A header.\n#pragma once\n")
        self.write("core/util/b.cpp", BSD + '#include "net/low.h"\n')
        self.write("core/net/b.cpp", BSD + '#include "util/a.h"\n')
        self.expect(check_layers.check)

    def test_arrows_point_down_in_the_picture(self):
        self.write("core/pmix/tool.cpp", BSD + '#include "net/stream.h"\n')
        self.write("core/net/loop.cpp", BSD + '#include "util/a.h"\n')
        good = "# core\n\n    pmix       above all\n    net        words about net\n    util       errors\n"
        self.write("core/README.md", good)
        self.expect(check_layers.check)
        self.write("core/README.md", good.replace("net        words about net\n    util       errors", "net util   one row"))
        self.expect(check_layers.check, "util does not stand below net")
        self.write("core/README.md", good.replace("    net        words about net\n", ""))
        self.expect(check_layers.check, "the picture has no net")

    def test_finds_upward_include(self):
        self.expect_include("core/util/a.cpp", '"net/loop.h"', 'core/util/a.cpp:2: core/util may not include "net/loop.h"')

    def test_allows_one_header_but_not_its_neighbour(self):
        self.expect_include("core/pmix/tool.cpp", '"net/loop.h"', 'core/pmix may not include "net/loop.h"')

    def test_finds_library_away_from_home(self):
        self.expect_include("core/util/a.cpp", "<event2/event.h>", "core/util may not use libevent")

    def test_finds_generated_header_of_a_library(self):
        self.expect_include("core/net/a.cpp", '"wire.pb.h"', "core/net may not use protobuf")

    def test_finds_unknown_library(self):
        self.expect_include("core/util/a.cpp", "<boost/asio.hpp>", "belongs to no library")

    def test_finds_private_header_of_another_folder(self):
        self.expect_include("core/pmix/tool.cpp", '"net/loop_p.h"', "private to its folder")

    def test_finds_include_that_is_not_rooted(self):
        self.expect_include("core/net/loop.cpp", '"loop.h"', "includes are rooted there")

    def test_allows_what_moc_makes_of_a_header_beside_it(self):
        self.expect_include("core/net/loop.cpp", '"moc_loop.cpp"')
        self.expect_include("core/net/loop.cpp", '"moc_other.cpp"', "there is no core/net/other.h")

    def test_finds_folder_without_layer(self):
        self.expect_include("core/new/a.cpp", "<vector>", "no layer")


class Sizes(Tree):
    def function(self, header, size):
        return header + " {\n" + "    f();\n" * (size - 2) + "}\n"

    def test_allows_the_limits(self):
        self.write("core/util/a.cpp", self.function("void a()", 80) * 7)
        self.write("tests/unit/a.cpp", "int x;\n" * 800)
        self.expect(check_sizes.check)

    def test_finds_long_file(self):
        self.write("core/util/a.cpp", "int x;\n" * 601)
        self.write("tests/unit/a.cpp", "int x;\n" * 801)
        self.expect(check_sizes.check, "core/util/a.cpp:1: 601 lines, more than 600", "801 lines, more than 800")

    def test_finds_long_functions_of_every_shape(self):
        heads = {
            "A::A(int b) : m_b(b), m_c{b}": "A::A",
            "auto A::get() const noexcept -> std::vector<int>": "A::get",
            "template <class T>\nstatic void t(T a = {})": "t",
            "bool operator==(const A& a, const A& b)": "operator==",
        }
        for head, name in heads.items():
            text = "namespace a {\nconst int k[] = {1, 2};\nstruct S {\n" + self.function(head, 82) + "};\n}\n"
            found = [f for f in check_sizes.functions(text) if f[2] > 80]
            self.assertEqual([f[0] for f in found], [name], head)
            self.assertEqual(found[0][1], 4, head)

    def test_takes_no_brace_from_strings_and_comments(self):
        text = "void a()\n{\n    // {\n    f(\"{\", '{', R\"({)\");\n    /* { */\n}\nvoid b()\n{\n}\n"
        self.assertEqual(list(check_sizes.functions(text)), [("a", 1, 6), ("b", 7, 3)])

    def test_takes_no_class_or_table_for_a_function(self):
        text = "class A final : public B<int()>\n{\n" + "    int m_a = f();\n" * 90 + "};\n" + "int t[] = {\n" + "f(),\n" * 90 + "};\n"
        self.assertEqual(list(check_sizes.functions(text)), [])

    def test_finds_long_python_function(self):
        self.write("tools/a.py", "def f():\n" + "    pass\n" * 80)
        self.expect(check_sizes.check, "function f has 81 lines")


class Sources(Tree):
    def expect_line(self, path, line, *parts):
        self.write(path, (BSD if path.startswith("core/") else GPL) + line + "\n")
        self.expect(check_sources.check, *parts)

    def test_finds_missing_and_wrong_licence(self):
        self.write("core/util/a.cpp", GPL)
        self.write("tools/run", "#!/bin/sh\necho\n")
        self.expect(check_sources.check, "BSD-3-Clause", "GPL-3.0-or-later")

    def test_finds_header_without_guard_and_purpose(self):
        self.write("core/util/b.h", BSD)
        self.expect(check_sources.check, "#pragma once", "what it is for")

    def test_finds_class_whose_moc_is_compiled_alone(self):
        self.write("ui/rank/grid.h", GPL + "#pragma once\nQ_OBJECT\n")
        self.write("ui/rank/strip.h", GPL + "#pragma once\nQ_OBJECT\n")
        self.expect_line("ui/rank/grid.cpp", '#include "moc_grid.cpp"', 'no source of its folder has #include "moc_strip.cpp"')

    def test_finds_test_that_nobody_runs_or_that_has_no_namespace(self):
        self.write("tests/unit/util/CMakeLists.txt", GPL + "dbgr_tests(NAME unit_util TESTS tst_log_more tst_bytes)\n")
        self.write("tests/unit/util/tst_bytes.cpp", GPL)
        self.write("tests/unit/util/tst_log.cpp", GPL + "namespace tst_log {\n")
        self.expect(check_sources.check, "tst_bytes.cpp:1: is not in the namespace", "tst_log.cpp:1: is in no list")

    def test_finds_lock_outside_its_homes(self):
        self.write("core/util/queue.cpp", BSD + "std::mutex m;\n")
        self.expect_line("core/pmix/a.cpp", "std::lock_guard lock(m);", "Executor::post")

    def test_finds_wait_in_unit_test(self):
        self.write("tests/integration/a.cpp", GPL + "QTest::qWait(5);\n")
        self.expect_line("tests/unit/a.cpp", "QTest::qWait(5);", "unit tests don't wait")

    def test_finds_lldb_namespace(self):
        self.expect_line("core/net/a.cpp", "using namespace lldb;", "write lldb::")

    def test_finds_path_of_a_machine(self):
        path = "/home/" + "someone/dbgr"
        self.expect_line("docs/a.md", path, "a path of one machine")
        self.expect_line("docs/a.md", f"cd {self.root}/build", "the path of this checkout")

    def test_finds_todo_without_issue(self):
        self.expect_line("core/net/a.cpp", "// TO" + "DO tidy", "issue")


class Man(Tree):
    def test_finds_what_the_page_does_not_name(self):
        self.write("docs/man/dbgr.1", "\\-\\-json stepping print 120\n")
        self.write("app/dbgr/help.cpp", "  --json  JSON\n  -c, --command CMD  do it\n")
        self.write("app/dbgr/command_language.cpp", 'CommandInfo{"step", CommandInfo{"print",')
        self.write("app/dbgr/exit_codes.h", "    BadUsage = 120,\n    TimedOut = 122,\n")
        self.write("docs/man/dbgr-exec.1", "\\-\\-help\n")
        self.write("app/dbgr-exec/main.cpp", '    "  --help  it\\n"\n    "  --version  it\\n"\n')
        self.write("docs/man/dbgrun.1", ".BR \\-n \\-\\-wdir\n")
        self.write("core/launcher/command_options.cpp", 'OptionInfo{Processes, "n,np", "N",\nOptionInfo{Streams, "wdir", "",')
        self.write("docs/completion/dbgrun.bash", "words='-n --np --wdir'\n")
        self.write("docs/completion/dbgrun.zsh", "{-n,--np}'[so many]' '--wdirs[x]'\n")
        self.write("docs/completion/dbgrun.fish", "complete -s n -l np\ncomplete -l wdir\n")
        self.expect(check_man.check, "option --command", "command step", "exit status 122",
                    "option --version", "dbgrun.1:1: option --np", "dbgrun.zsh:1: option --wdir")


class Programs(Tree):
    def test_finds_programs_outside_of_the_list(self):
        self.write("app/x/CMakeLists.txt", "dbgr_program(x main.cpp)\n")
        self.write("tools/demo", "cmake --build b --target programs ring\n")
        self.expect(check_programs.check)
        self.write("core/y/CMakeLists.txt", "# it\nadd_executable(y main.cpp)\n")
        self.write("core/z/CMakeLists.txt", "install(TARGETS z RUNTIME DESTINATION bin)\ninstall(TARGETS l LIBRARY DESTINATION lib)\n")
        self.write("tools/demo", "cmake --build b --target dbgr dbgd ring\n")
        self.expect(check_programs.check, "core/y/CMakeLists.txt:2: y: ", "core/z/CMakeLists.txt:1: programs are installed",
                    "tools/demo:1: builds some")


class Recipes(Tree):
    def test_finds_what_recipes_lack(self):
        self.write("CMakeLists.txt", "project(dbgr VERSION 0.2.0)\n")
        self.write("tools/packages.txt", "[build]\ncmake # x\nlibdw-dev\n[check]\nother\n")
        self.write("installer/spack/packages/dbgr/package.py", 'version("0.2.0")\ndepends_on("cmake@3:")\ndepends_on("elfutils")\n')
        self.write("installer/easybuild/a.eb", "version = '0.2.0'\nd = [('CMake', '3'), ('elfutils', '1')]\n")
        self.expect(check_recipes.check)
        self.write("tools/packages.txt", "[build]\ncmake\nlibdw-dev\nlibnew-dev\n")
        self.write("installer/spack/packages/dbgr/package.py", 'version("0.1.0")\ndepends_on("elfutils")\n')
        self.write("installer/easybuild/a.eb", "version = (\n")
        self.expect(check_recipes.check, "tools/packages.txt:1: libnew-dev", "is not of version 0.2.0", "lacks cmake",
                    "a.eb:1: ")


class PmixSupport(Tree):
    def test_finds_lines_of_only_one_side(self):
        self.write("core/pmix/types/keys.inc", 'DBGR_PMIX_KEY(kA, "PMIX_A", "pmix.a", Bool, 3, 6)\n'
                   'DBGR_PMIX_KEY(kB,\n              "PMIX_B", "pmix.b", Bool, 3, 6)\n')
        self.write("core/pmix/server/attribute_support.inc", 'DBGR_PMIX_SUPPORT(Server, "PMIx_F", kA)\n'
                   'DBGR_PMIX_SUPPORT(Host, "PMIx_F", kB)\nDBGR_PMIX_SUPPORT_NO_KEYS(Host, "PMIx_G")\n')
        page = "## Calls\n### PMIx_F\n| `PMIX_A` | server | x |\n| `PMIX_B` | dbgrun | y |\n### PMIx_G\n"
        self.write("docs/manual/pmix.md", page)
        self.expect(check_pmix_support.check)
        self.write("docs/manual/pmix.md", page.replace("dbgrun", "server").replace("PMIx_G", "PMIx_H"))
        self.expect(check_pmix_support.check, "PMIX_B by dbgrun is missing", "PMIx_G without attributes is missing",
                    "md:4: PMIx_F: PMIX_B by server is not in", "md:5: PMIx_H without attributes is not in")
        page += "## Where others differ\n| Launcher | x |\n| PRRTE | any | `p`: a check | sometimes crashes |\n"
        self.write("docs/manual/pmix.md", page)
        line = 'DBGR_PEER_DIFFERENCE("p", "a check", Prrte, kAll, Sometimes, "crashes")\n'
        self.write("tests/contract/pmix/known_differences.inc", line)
        self.expect(check_pmix_support.check)
        self.write("tests/contract/pmix/known_differences.inc", line.replace("Sometimes", "Always"))
        self.expect(check_pmix_support.check, "any | `p`: a check | crashes |", "does not have: | PRRTE | any | `p`")

    def test_finds_what_is_said_otherwise_of_a_flow(self):
        self.write("core/pmix/types/keys.inc", "")
        self.write("core/pmix/server/attribute_support.inc", 'DBGR_PMIX_SUPPORT_NO_KEYS(Host, "PMIx_G")\n')
        self.write("tests/contract/pmix/flows.inc", 'DBGR_PEER_FLOW("f", "one", "last")\nDBGR_PEER_FLOW("f", "two", "last")\n')
        line = 'DBGR_PEER_DIFFERENCE("f", "%s", %s, %s, %s, "why")\n'
        self.write("tests/contract/pmix/known_differences.inc",
                   line % ("a check (one)", "Prrte", "kLibPmix4 | kLibPmix7", "Always")
                   + line % ("a check (one)", "Prrte", "kLibPmix5", "Sometimes")
                   + line % ("a check", "Prrte5", "kAll", "Always"))
        page = ("## Calls\n### PMIx_G\n## A debugger's flows\n| Flow | x |\n"
                "| `f`: one | yes | not with libpmix 4.2, libpmix 7.0; not always with libpmix 5.0 | no |\n"
                "| `f`: two | yes | yes | no |\n## Where others differ\n"
                "| PRRTE | libpmix 4.2, libpmix 7.0 | `f`: a check (one) | why |\n"
                "| PRRTE | libpmix 5.0 | `f`: a check (one) | sometimes why |\n"
                "| PRRTE 5.0 | any | `f`: a check | why |\n")
        self.write("docs/manual/pmix.md", page)
        self.expect(check_pmix_support.check)
        self.write("docs/manual/pmix.md", page.replace("two | yes", "two | no"))
        self.expect(check_pmix_support.check, "missing from ## A debugger's flows: | `f`: two | yes | yes | no |",
                    "flows.inc does not have: | `f`: two | no | yes | no |")


class Manual(Tree):
    PAGE = "# One\n## A part\n[two](two.md#more) ![p](images/p-light.png)\n\n```dbgr-run\n$ true\n```\n"

    def setUp(self):
        super().setUp()
        self.write("docs/manual/index.md", "# All\n1. [One](one.md): x\n2. [Two](two.md): y\n")
        self.write("docs/manual/one.md", self.PAGE)
        self.write("docs/manual/two.md", "# Two\n## More\n`[no](link.md)`\n")
        self.write("docs/manual/images/p-light.png", "")
        self.write("docs/manual/images/p-dark.png", "")
        self.write("ui/help/help_topic.cpp", '{"dock.one", "one.md#a-part"},\n')

    def test_finds_links_and_pictures_that_lead_nowhere(self):
        self.expect(check_manual.check)
        self.write("docs/manual/one.md", self.PAGE.replace("#more", "#less").replace("p-light", "q-light"))
        self.expect(check_manual.check, "two.md has no part less", "no picture images/q-",
                    "p-light.png:1: no page shows it")

    def test_finds_blocks_that_nobody_runs(self):
        self.write("docs/manual/one.md", self.PAGE.replace("dbgr-run", "sh"))
        self.expect(check_manual.check, "of the kind \"sh\" is neither shown nor run")
        self.write("docs/manual/one.md", self.PAGE.replace("dbgr-run", "text"))
        self.expect(check_manual.check, "commands are in a block of one of the kinds")
        self.write("docs/manual/one.md", self.PAGE.replace("$ true", "true"))
        self.expect(check_manual.check, "a session without a command")

    def test_finds_pages_that_the_list_or_the_window_misses(self):
        self.write("docs/manual/three.md", "# Three\n## A\n## A\n")
        self.write("ui/help/help_topic.cpp", '{"dock.one", "four.md"},\n')
        self.expect(check_manual.check, "three.md is not in the list", "no four.md#", "\"A\" is there twice")


class Messages(Tree):
    def test_each_text_is_in_one_entry(self):
        self.write("core/net/a.cpp", BSD + 'auto a() { return fail(code, "reading " + path + ": it is empty"); }\n')
        self.write("core/util/b.cpp", BSD + 'util::Error broken(std::string why);\nauto b() { return broken("no end of it"); }\n'
                   'auto c() { return Error{code, late ? "too late" : "too early", "Wait."}; }\n')
        page = "# M\n## One\n<!-- texts: core/net/*, \"too late\" -->\n<!-- end of the texts -->\n"
        other = "## Two\n<!-- texts: core/util/b.cpp -->\n<!-- end of the texts -->\n"
        self.write("docs/manual/messages.md", page + other)
        self.expect(check_messages.check, "is not what the sources say")
        check_messages.write(self.root)
        self.expect(check_messages.check)
        written = (self.root / "docs/manual/messages.md").read_text()
        self.assertIn("- `reading ...: it is empty`\n- `too late`\n\n<!-- end", written)
        self.assertIn("- `no end of it`\n- `too early`\n\n<!-- end", written)
        self.write("docs/manual/messages.md", page)
        self.expect(check_messages.check, "\"no end of it\": none", "\"too early\": none")
        self.write("docs/manual/messages.md", page + other + other.replace("Two", "Three"))
        self.expect(check_messages.check, "Two and Three", "Two and Three", "takes no text", "takes no text")

    def test_what_is_put_in_is_three_dots(self):
        for code, text in (('"a " + std::to_string(n) + \' \' + b + " c"', "a ... c"),
                           ('std::string("a b: ") + (x ? "c d" : "e")', "a b: c d"),
                           ('"in one " "and two"', "in one and two"), ('fmt::format("a {} of {:x}", n, m)', "a ... of ...")):
            self.assertIn(text, [error_texts.tidy(each) for each in error_texts.texts_of(code)])


class Resources(Tree):
    HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'

    def test_finds_faults_of_the_icon_set(self):
        self.write("resources/icons/good.svg", self.HEAD + '<path fill="none" stroke="currentColor"/></svg>')
        self.write("resources/icons/red.svg", self.HEAD + '<path fill="red"/></svg>')
        self.write("resources/icons/large.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"></svg>')
        self.write("resources/dbgr.qrc", "<file>icons/good.svg</file><file>icons/red.svg</file><file>icons/gone.svg</file>")
        self.write("ui/a.cpp", 'theme.icon(QStringLiteral("good"));\ntheme.icon(QStringLiteral("none"));\n')
        self.expect(check_resources.check_icons, "large.svg:1: an icon is drawn on 16", "red.svg:1", "large.svg:1: is not in",
                    "no icon gone", "ui/a.cpp:2: there is no icon none")

    def test_finds_faults_of_the_desktop_file(self):
        if shutil.which("desktop-file-validate") is None:
            self.skipTest("desktop-file-validate is not installed")
        self.write("resources/dbgr.desktop", "[Desktop Entry]\nName=x\n")
        program = "desktop-file-validate"
        self.assertTrue(check_resources.validate(self.root, program, check_resources.VALIDATORS[program]))


class Format(Tree):
    def test_finds_unformatted_file(self):
        if check_format.clang_format() is None:
            self.skipTest("clang-format 14 is not installed")
        self.write(".clang-format", "BasedOnStyle: LLVM\n")
        self.write("core/util/a.cpp", "int  x ;\n")
        findings = check_format.check(self.root)
        self.assertTrue(findings and findings[0].startswith("core/util/a.cpp:1:"), findings)


if __name__ == "__main__":
    unittest.main()
