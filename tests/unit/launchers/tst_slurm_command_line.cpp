// SPDX-License-Identifier: GPL-3.0-or-later
// What is found in command lines of srun, and in its files of programs.
#include "launchers/slurm_command_line.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

#include <algorithm>

namespace tst_slurm_command_line {

using namespace dbgr;
using namespace dbgr::launchers;
using namespace dbgr::test;

class TestSlurmCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void findsTheProgram_data()
    {
        QTest::addColumn<std::string>("words"); // "@" stands before the program
        const auto row = [](const char* words) { QTest::newRow(words) << std::string(words); };
        row("@ ./a");
        row("-n 4 @ ./a -n 5");
        row("-n4 --label @ ./a");
        row("-ln 4 -u @ ./a");
        row("-lN2 -vvv @ ./a");
        row("--ntasks 4 --mpi=pmi2 --mpi pmix @ ./a");
        row("--exclusive --nice --bcast --x11 @ ./a");
        row("--exclusive=user --nice=3 -K1 -I -k @ ./a");
        row("-S 1 -F nodes -P x -D /tmp @ ./a");
        row("-n 2 -- @ -strange");
        row("-n 4 @ bash -c 'x'");
        row("-n 4");
        row("-n");
        row("--");
        row("-");
    }
    void findsTheProgram()
    {
        QFETCH(std::string, words);
        std::vector<std::string> argv = launchSpec(words).argv;
        const auto mark = std::ranges::find(argv, "@");
        const auto at = static_cast<std::size_t>(mark - argv.begin());
        const bool has = mark != argv.end();
        if (has)
            argv.erase(mark);
        const SlurmCommandLine line = readSlurmCommandLine(argv);
        if (words == "-")
            QCOMPARE(line.program.value_or(0), std::size_t(1)); // no option: a program of that name
        else
            QCOMPARE(line.program, has ? std::optional(at) : std::nullopt);
    }

    void findsValues()
    {
        const auto argv = launchSpec("--export=A,B -D /one --multi-prog --chdir=/two -li 3 file").argv;
        const SlurmCommandLine line = readSlurmCommandLine(argv);
        QVERIFY(line.programsInFile && !line.copiesProgram && !line.hasParts);
        QCOMPARE(line.exported->in(argv), std::string("A,B"));
        QCOMPARE(line.folder->in(argv), std::string("/two"));
        QCOMPARE(line.input->in(argv), std::string("3"));
        QCOMPARE(argv[*line.program], std::string("file"));
        QVERIFY(readSlurmCommandLine(launchSpec("-n 1 ./a : -n 2 ./b").argv).hasParts);
        QVERIFY(readSlurmCommandLine(launchSpec("--bcast=/tmp/a ./a").argv).copiesProgram);
        QVERIFY(!readSlurmCommandLine(launchSpec("-n 1 ./a --bcast --multi-prog").argv).programsInFile);
    }

    void findsProgramsInAFile()
    {
        const SlurmProgramFile file = readSlurmProgramFile("# 9 ./no\n"
                                                           "\n"
                                                           "0 ./a 1 \\\n"
                                                           "  2 ./no\n"
                                                           "  1-2\t./b\\\n"
                                                           " more\n"
                                                           "3\n"
                                                           "*   \\\n"
                                                           "  echo %t");
        QCOMPARE(file.programs, (std::vector<std::string>{"./a", "./b", "echo"}));
        QCOMPARE(file.with("/x/agent"), std::string("# 9 ./no\n"
                                                    "\n"
                                                    "0 /x/agent ./a 1 \\\n"
                                                    "  2 ./no\n"
                                                    "  1-2\t/x/agent ./b\\\n"
                                                    " more\n"
                                                    "3\n"
                                                    "*   \\\n"
                                                    "  /x/agent echo %t"));
    }

    void anyFileOfProgramsIsRead()
    {
        for (const char* text : {"", "\n", "\\", "\\\n", "0", "0 ", "0 \\", "#\\\n0 ./a", " \t \n\n\\\n\\\n"}) {
            const SlurmProgramFile file = readSlurmProgramFile(text);
            QCOMPARE(file.programs.size(), file.places.size());
            QCOMPARE(file.with("x").size(), std::string(text).size() + 2 * file.places.size());
        }
    }
};

DBGR_TEST(TestSlurmCommandLine);

} // namespace tst_slurm_command_line

#include "tst_slurm_command_line.moc"
