// SPDX-License-Identifier: GPL-3.0-or-later
#include "launcher/command_line.h"
#include "launcher/command_options.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"
#include "util/string_util.h"

#include <QTest>

namespace tst_dbgrun_command_line {

using namespace dbgr::launcher;
using dbgr::pmix::HardwareLevel;
using dbgr::pmix::Status;
using dbgr::util::RankSet;

class TestDbgrunCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void whatStandsBehindTheProgramIsItsOwn();
    void oneOrTwoDashesAreAlike();
    void withoutANumberItIsLeftOpen();
    void programsAreSeparatedByColons();
    void eachProgramHasItsOwnOptions();
    void severalProgramsNeedTheirNumbers();
    void twoDashesAloneEndTheOptions();
    void placementIsRead();
    void inputGoesToRanks();
    void outputHasManyWays();
    void outputTakesQualifiersAsPrterunDoes();
    void holdsAllOrSomeRanks();
    void holdsAtOnePlaceOnly();
    void variablesAreSetOrInherited();
    void limitsAreSeconds();
    void aDaemonStartsNoProgram();
    void helpAndVersionNeedNothingElse();
    void refusesWithoutAProgram();
    void refusesValuesThatAreNone();
    void unknownOptionsNameTheNearest();
    void optionsOfOthersAreExplained();
    void helpHasEveryOption();
    void optionNamesAreUnique();

private:
    static dbgr::util::Result<Command> parse(const char* line)
    {
        std::vector<std::string> arguments;
        for (const std::string_view word : dbgr::util::split(line, ' '))
            if (!word.empty())
                arguments.emplace_back(word);
        return parseCommandLine(arguments);
    }
};

void TestDbgrunCommandLine::whatStandsBehindTheProgramIsItsOwn()
{
    const auto command = parse("-n 4 ./ring -n 7 --help -x");
    QVERIFY(command);
    QCOMPARE(command->job.apps.size(), std::size_t(1));
    QCOMPARE(command->job.apps[0].processes, 4U);
    QCOMPARE(command->job.apps[0].argv, (std::vector<std::string>{"./ring", "-n", "7", "--help", "-x"}));
    QVERIFY(command->action == Command::Action::Run);
}

void TestDbgrunCommandLine::oneOrTwoDashesAreAlike()
{
    for (const char* line : {"-np 3 a", "--np 3 a", "-c 3 a", "--n 3 a", "-n=3 a", "--np=3 a"})
        QCOMPARE(parse(line).value().job.apps[0].processes, 3U);
    for (const char* line : {"-wdir /tmp a", "--wdir /tmp a", "-d /tmp a", "--wd=/tmp a"})
        QCOMPARE(parse(line).value().job.apps[0].workingDirectory, "/tmp");
}

void TestDbgrunCommandLine::withoutANumberItIsLeftOpen()
{
    QCOMPARE(parse("./ring").value().job.apps[0].processes, 0U);
}

void TestDbgrunCommandLine::programsAreSeparatedByColons()
{
    const auto command = parse("-n 2 ./one 1 : -n 3 ./two 2 3");
    QVERIFY(command);
    QCOMPARE(command->job.apps.size(), std::size_t(2));
    QCOMPARE(command->job.apps[1].argv, (std::vector<std::string>{"./two", "2", "3"}));
    QCOMPARE(command->job.apps[1].processes, 3U);
    for (const char* line : {": -n 1 a", "-n 1 a :", "-n 1 a : : -n 1 b", "-n 1 a : -n 2"})
        QVERIFY2(!parse(line), line);
}

void TestDbgrunCommandLine::eachProgramHasItsOwnOptions()
{
    const auto command = parse("-n 1 -x A=1 -wdir /a --pset first one : -n 1 -x B=2 --tag-output two");
    QVERIFY(command);
    QCOMPARE(command->job.apps[0].environment.size(), std::size_t(1));
    QCOMPARE(command->job.apps[0].psetName, "first");
    QCOMPARE(command->job.apps[1].environment[0].name, "B");
    QCOMPARE(command->job.apps[1].workingDirectory, "");
    QVERIFY(command->job.output.tag);
}

void TestDbgrunCommandLine::severalProgramsNeedTheirNumbers()
{
    const auto command = parse("-n 1 one : two");
    QCOMPARE(command.error().detail, "'two' has no number of processes");
}

void TestDbgrunCommandLine::twoDashesAloneEndTheOptions()
{
    QCOMPARE(parse("-n 1 -- -odd name").value().job.apps[0].argv, (std::vector<std::string>{"-odd", "name"}));
    QCOMPARE(parse("-n 1 -").value().job.apps[0].argv, (std::vector<std::string>{"-"}));
}

void TestDbgrunCommandLine::placementIsRead()
{
    const auto command =
        parse("--host-slots 8 --map-by numa:PE=2 --bind-to core --rank-by span --oversubscribe -n 1 a");
    QVERIFY(command);
    QCOMPARE(command->hostSlots, std::optional(8U));
    QCOMPARE(command->job.placement.mapBy, std::optional(HardwareLevel::Numa));
    QCOMPARE(command->job.placement.cpusPerProcess, 2U);
    QCOMPARE(command->job.placement.bindTo, HardwareLevel::Core);
    QVERIFY(command->job.placement.rankOrder == RankOrder::Span);
    QCOMPARE(command->job.placement.oversubscribe, std::optional(true));
    QCOMPARE(parse("--nooversubscribe a").value().job.placement.oversubscribe, std::optional(false));
    QVERIFY(parse("--map-by board a").error().detail.starts_with("the option --map-by: "));
}

void TestDbgrunCommandLine::inputGoesToRanks()
{
    QVERIFY(parse("a").value().job.standardInput.ranks == RankSet::firstN(1));
    QVERIFY(parse("--stdin all a").value().job.standardInput.kind == StdinSpec::Kind::All);
    QVERIFY(parse("--stdin none a").value().job.standardInput.kind == StdinSpec::Kind::None);
    QCOMPARE(parse("--stdin 1-3,5 a").value().job.standardInput.ranks.toString(), "1-3,5");
    QVERIFY(!parse("--stdin some a"));
}

void TestDbgrunCommandLine::outputHasManyWays()
{
    const OutputSpec output =
        parse("--output tag,timestamp,rank,xml,merge,raw,nocopy,dir=/tmp/o,file=out,pattern a").value().job.output;
    QVERIFY(output.tag && output.timestamp && output.rank && output.xml && output.mergeStderr && output.raw);
    QVERIFY(output.fileOnly && output.filePattern);
    QCOMPARE(output.directory, "/tmp/o");
    QCOMPARE(output.file, "out");
    QVERIFY(parse("--output tag-detailed,tag-fullname a").value().job.output.tagFullname);
    QVERIFY(parse("--merge-stderr-to-stdout --timestamp-output --xml a").value().job.output.mergeStderr);
    QCOMPARE(parse("-output-filename logs a").value().job.output.directory, "logs");
    QVERIFY(parse("--output colour a").error().detail.find("colour") != std::string::npos);
    QVERIFY(!parse("--output dir= a"));
}

void TestDbgrunCommandLine::outputTakesQualifiersAsPrterunDoes()
{
    const OutputSpec output = parse("--output dir=/tmp/a:b:nocopy:raw a").value().job.output;
    QCOMPARE(output.directory, "/tmp/a:b");
    QVERIFY(output.raw && output.fileOnly);
    QCOMPARE(parse("--output file=x:nocopy a").value().job.output.file, "x");
}

void TestDbgrunCommandLine::holdsAllOrSomeRanks()
{
    const HoldSpec all = parse("--stop-on-exec a").value().job.hold;
    QVERIFY(all.point == HoldSpec::Point::Exec && !all.ranks);
    const HoldSpec some = parse("--stop-in-init=0,2 -n 4 a").value().job.hold;
    QVERIFY(some.point == HoldSpec::Point::Init);
    QVERIFY(some.holds(dbgr::util::Rank(2)) && !some.holds(dbgr::util::Rank(1)));
    QVERIFY(!parse("--stop-in-app=all a").value().job.hold.ranks);
}

void TestDbgrunCommandLine::holdsAtOnePlaceOnly()
{
    QVERIFY(!parse("--stop-on-exec --stop-in-init a"));
    QVERIFY(parse("--stop-on-exec --stop-on-exec a"));
}

void TestDbgrunCommandLine::variablesAreSetOrInherited()
{
    const auto app = parse("-x A=b=c -x HOME --mca btl self,sm a").value().job.apps[0];
    QCOMPARE(app.environment.size(), std::size_t(2));
    QCOMPARE(app.environment[0].value, "b=c");
    QCOMPARE(app.environment[1].name, "OMPI_MCA_btl");
    QCOMPARE(app.environment[1].value, "self,sm");
    QVERIFY(!parse("-x =b a"));
}

void TestDbgrunCommandLine::limitsAreSeconds()
{
    const JobSpec job = parse("--timeout 90 --spawn-timeout 5 a").value().job;
    QVERIFY(job.jobTimeout == std::chrono::seconds(90));
    QVERIFY(job.spawnTimeout == std::chrono::seconds(5));
}

void TestDbgrunCommandLine::aDaemonStartsNoProgram()
{
    const auto command = parse("--daemon --system-server --session-server --report-uri + --report-pid p -v");
    QVERIFY(command && command->daemon && command->systemServer && command->sessionServer && command->verbose);
    QCOMPARE(command->reportUri, "+");
    QCOMPARE(command->reportPid, "p");
    QVERIFY(command->job.apps.empty());
    QVERIFY(!parse("--daemon ./ring"));
}

void TestDbgrunCommandLine::helpAndVersionNeedNothingElse()
{
    QVERIFY(parse("--help").value().action == Command::Action::Help);
    QVERIFY(parse("-n 2 -h").value().action == Command::Action::Help);
    QVERIFY(parse("-V").value().action == Command::Action::Version);
}

void TestDbgrunCommandLine::refusesWithoutAProgram()
{
    for (const char* line : {"", "-n 4", "--tag-output"}) {
        QCOMPARE(parse(line).error().code, make_error_code(Status::ErrBadParam));
        QCOMPARE(parse(line).error().detail, "no program was given");
    }
}

void TestDbgrunCommandLine::refusesValuesThatAreNone()
{
    for (const char* line : {"-n 0 a", "-n -1 a", "-n x a", "-n 99999999999 a", "--host-slots 0 a", "--timeout 1s a"})
        QVERIFY2(!parse(line), line);
    QCOMPARE(parse("-n").error().detail, "the option -n needs a value: N");
    QCOMPARE(parse("--mca btl").error().detail, "the option --mca needs a value: NAME VALUE");
    QCOMPARE(parse("--tag-output=yes a").error().detail, "the option --tag-output takes no value behind '='");
    QVERIFY(!parse("--mca=btl self a"));
}

void TestDbgrunCommandLine::unknownOptionsNameTheNearest()
{
    QCOMPARE(parse("--bindto core a").error().detail, "there is no option --bindto");
    QCOMPARE(parse("--bindto core a").error().advice, "did you mean --bind-to?");
    QCOMPARE(parse("--oversubscrib a").error().advice, "did you mean --oversubscribe?");
    QCOMPARE(parse("--stop-on=1 a").error().advice, "did you mean --stop-on-exec?");
    QCOMPARE(parse("--cabbage a").error().advice, "dbgrun --help lists the options");
}

void TestDbgrunCommandLine::optionsOfOthersAreExplained()
{
    QVERIFY(parse("--hostfile f a").error().advice.find("this node only") != std::string::npos);
    QCOMPARE(parse("-genv A 1 a").error().advice, "give -x NAME=VALUE");
    for (const char* name : {"host", "ppn", "allow-run-as-root"})
        QVERIFY(findOption(name) == nullptr);
}

void TestDbgrunCommandLine::helpHasEveryOption()
{
    const std::string help = helpText();
    for (const OptionInfo& option : optionTable())
        for (const std::string_view name : dbgr::util::split(option.names, ','))
            QVERIFY2(help.find(spelled(name)) != std::string::npos, std::string(name).c_str());
    for (const std::string_view line : dbgr::util::split(help, '\n'))
        QVERIFY2(line.size() <= 110, std::string(line).c_str());
}

void TestDbgrunCommandLine::optionNamesAreUnique()
{
    std::vector<std::string_view> names;
    for (const OptionInfo& option : optionTable())
        for (const std::string_view name : dbgr::util::split(option.names, ',')) {
            QVERIFY2(std::ranges::count(names, name) == 0, std::string(name).c_str());
            names.push_back(name);
        }
}

DBGR_TEST(TestDbgrunCommandLine, QCoreApplication);

} // namespace tst_dbgrun_command_line

#include "tst_dbgrun_command_line.moc"
