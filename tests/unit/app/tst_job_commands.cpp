// SPDX-License-Identifier: GPL-3.0-or-later
// Commands about the whole job: which of its ranks lead, how it is launched again, and where its sources are.
#include "app/dbgr/command_language.h"
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

#include <variant>

namespace tst_job_commands {

using namespace dbgr;
using namespace dbgr::app;
using dbgr::test::BatchFixture;

namespace {

using Strings = std::vector<std::string>;

/// \pre it is one
template <class Wanted>
Wanted readAs(const std::string& line)
{
    return std::get<Wanted>(parseCommand(line).value());
}

QString refusalOf(const std::string& line)
{
    const auto command = parseCommand(line);
    return command ? QString() : QString::fromStdString(command.error().detail);
}

} // namespace

class TestJobCommands : public QObject
{
    Q_OBJECT

private slots:
    void focusSaysWhoLeads()
    {
        const auto both = readAs<FocusCommand>("focus 0-3 leading 2");
        QCOMPARE(both.ranks->text(), std::string("0-3"));
        QVERIFY(both.leading == util::Rank(2));
        const auto leader = readAs<FocusCommand>("focus leading 2");
        QVERIFY(!leader.ranks && leader.leading == util::Rank(2));
        const auto group = readAs<FocusCommand>("focus leading"); // of that name
        QCOMPARE(group.ranks->text(), std::string("leading"));
        QVERIFY(!group.leading);
        QCOMPARE(refusalOf("focus 0-3 leading x"), QString("focus: column 7: 'x' is not a rank that could lead"));
    }

    void mapTakesTwoFolders()
    {
        const auto shown = readAs<MapCommand>("map");
        QVERIFY(shown.folder.from.empty() && shown.folder.to.empty());
        QVERIFY(readAs<MapCommand>("map /a '/b c'").folder == (session::SourceFolder{"/a", "/b c"}));
        QVERIFY(readAs<MapCommand>("map delete /a").folder == (session::SourceFolder{"/a", ""}));
        const QString two = "map: column 5: two folders are needed: as the program has it, and where it is here";
        QCOMPARE(refusalOf("map /a"), two);
        QCOMPARE(refusalOf("map /a ''"), two);
    }

    void foldersAreMappedAndListed()
    {
        BatchFixture f({"map", "map /a/ /b", "map '/c d' /e", "map delete /a", "map delete /a"},
                       BatchFixture::Kind::Text);
        std::vector<std::size_t> told;
        f.sources.onFolders([&](const session::SourceFolders& folders) { told.push_back(folders.all().size()); });
        f.bringUp();
        QVERIFY(told == (std::vector<std::size_t>{1, 2, 1}));
        QVERIFY2(f.output.find("No folder is mapped.\n(dbgr 0-3) map /a/ /b\n/a is /b here\n") != std::string::npos,
                 f.output.c_str());
        QVERIFY2(f.output.find("/a is /b here\n/c d is /e here\n(dbgr 0-3) map delete /a\n/c d is /e here\n") !=
                     std::string::npos,
                 f.output.c_str());
        QVERIFY2(f.output.find("no folder /a is mapped") != std::string::npos, f.output.c_str());
        BatchFixture json({"map /a /b"});
        json.bringUp();
        QVERIFY2(json.output.find(R"({"folders":[{"from":"/a","to":"/b"}],"reply":"map"})") != std::string::npos ||
                     json.output.find(R"({"reply":"map","folders":[{"from":"/a","to":"/b"}]})") != std::string::npos,
                 json.output.c_str());
    }

    void restartTakesVariablesAndACommandLine()
    {
        const auto plain = readAs<RestartCommand>("restart");
        QVERIFY(plain.argv.empty() && plain.environment.empty() && plain.unset.empty());
        const auto whole = readAs<RestartCommand>("restart A=1 -u B 'C=x y' mpiexec -n 2 './a b' D=2");
        QVERIFY(whole.environment == (Strings{"A=1", "C=x y"}));
        QVERIFY(whole.unset == Strings{"B"});
        QVERIFY(whole.argv == (Strings{"mpiexec", "-n", "2", "./a b", "D=2"}));
        QVERIFY(readAs<RestartCommand>("restart -n 2 ./a").argv == (Strings{"dbgrun", "-n", "2", "./a"}));
        QCOMPARE(refusalOf("restart ./a 'b"), QString("restart: column 9: A quote has no end."));
        QCOMPARE(refusalOf("restart A=1 -u"),
                 QString("restart: column 9: the name of a variable is missing after '-u'"));
    }
};

DBGR_TEST(TestJobCommands);

} // namespace tst_job_commands

#include "tst_job_commands.moc"
