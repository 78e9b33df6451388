// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/describe.h"
#include "tests/support/run/test_class.h"
#include "ui/start/launch_request.h"

#include <QTemporaryDir>

namespace tst_launch_request {

using namespace dbgr;
using namespace dbgr::ui;
using namespace std::chrono_literals;

using Words = std::vector<std::string>;

class TestLaunchRequest : public QObject
{
    Q_OBJECT

private slots:
    void becomesASpec();
    void additionsReplaceInheritedVariables();
    void assignmentsBeforeTheCommandAreForItsEnvironment();
    void aNumberOfRanksMeansDbgrun();
    void saysWhatIsWrongWhereItIs_data();
    void saysWhatIsWrongWhereItIs();
    void firstStopIsAFunctionOrALine_data();
    void firstStopIsAFunctionOrALine();
    void aFirstStopBehindTheHoldPointIsRemarked();
    void aSpecIsReadBack();
    void holdPointsAreReadByTheirNames();
};

void TestLaunchRequest::becomesASpec()
{
    const LaunchRequest request{R"(mpiexec -n 4 ./ring "a b")", "/tmp", {}, launchers::HoldPoint::Exec, {}};
    const launchers::LaunchSpec spec = toLaunchSpec(request, {"PATH=/bin"}, 5s);
    QCOMPARE(spec.argv, (Words{"mpiexec", "-n", "4", "./ring", "a b"}));
    QCOMPARE(spec.environment, (Words{"PATH=/bin"}));
    QCOMPARE(spec.workingDirectory, "/tmp");
    QCOMPARE(spec.hold, launchers::HoldPoint::Exec);
    QCOMPARE(spec.patience, std::chrono::milliseconds(5s));
}

void TestLaunchRequest::additionsReplaceInheritedVariables()
{
    const LaunchRequest request{"mpiexec", "/tmp", {"A=new", "B="}, {}, {}};
    const launchers::LaunchSpec spec = toLaunchSpec(request, {"A=old", "AB=stays"}, 5s);
    QCOMPARE(spec.environment, (Words{"AB=stays", "A=new", "B="}));
}

void TestLaunchRequest::assignmentsBeforeTheCommandAreForItsEnvironment()
{
    const launchers::LaunchSpec spec = toLaunchSpec({"OMP_NUM_THREADS=2 mpiexec X=1", "/tmp", {}, {}, {}}, {}, 5s);
    QCOMPARE(spec.argv, (Words{"mpiexec", "X=1"}));
    QCOMPARE(spec.environment, (Words{"OMP_NUM_THREADS=2"}));
}

void TestLaunchRequest::aNumberOfRanksMeansDbgrun()
{
    QCOMPARE(toLaunchSpec({"-n 4 ./ring", "/tmp", {}, {}, {}}, {}, 5s).argv, (Words{"dbgrun", "-n", "4", "./ring"}));
}

void TestLaunchRequest::saysWhatIsWrongWhereItIs_data()
{
    QTest::addColumn<LaunchRequest>("request");
    QTest::addColumn<QString>("where");
    const LaunchRequest good{"mpiexec -n 2 ./a", "/tmp", {"A=1"}, {}, "main"};
    const auto with = [good](auto change) {
        LaunchRequest request = good;
        change(request);
        return request;
    };
    QTest::newRow("nothing") << good << "";
    QTest::newRow("empty command") << with([](auto& r) { r.command = "  "; }) << "command";
    QTest::newRow("only assignments") << with([](auto& r) { r.command = "A=1"; }) << "command";
    QTest::newRow("open quote") << with([](auto& r) { r.command = "mpiexec 'a"; }) << "command";
    QTest::newRow("no folder") << with([](auto& r) { r.folder = ""; }) << "folder";
    QTest::newRow("relative folder") << with([](auto& r) { r.folder = "src"; }) << "folder";
    QTest::newRow("missing folder") << with([](auto& r) { r.folder = "/no/such/folder"; }) << "folder";
    QTest::newRow("a file") << with([](auto& r) { r.folder = "/dev/null"; }) << "folder";
    QTest::newRow("no assignment") << with([](auto& r) { r.environment = QStringList{"A"}; }) << "environment";
    QTest::newRow("bad name") << with([](auto& r) { r.environment = QStringList{"1A=2"}; }) << "environment";
    QTest::newRow("bad stop") << with([](auto& r) { r.firstStop = "ring.cpp:0"; }) << "firstStop";
}

void TestLaunchRequest::saysWhatIsWrongWhereItIs()
{
    QFETCH(LaunchRequest, request);
    QFETCH(QString, where);
    const LaunchProblems problems = problemsOf(request);
    QCOMPARE(problems.any(), !where.isEmpty());
    QCOMPARE(!problems.command.isEmpty(), where == "command");
    QCOMPARE(!problems.folder.isEmpty(), where == "folder");
    QCOMPARE(!problems.environment.isEmpty(), where == "environment");
    QCOMPARE(!problems.firstStop.isEmpty(), where == "firstStop");
}

void TestLaunchRequest::firstStopIsAFunctionOrALine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place"); // "" refused
    QTest::newRow("function") << " main "
                              << "main";
    QTest::newRow("method") << "ns::Grid::step"
                            << "ns::Grid::step";
    QTest::newRow("line") << "src/ring.cpp:29"
                          << "src/ring.cpp:29";
    QTest::newRow("number") << "29"
                            << "";
    QTest::newRow("line zero") << "ring.cpp:0"
                               << "";
    QTest::newRow("no place") << "!?"
                              << "";
}

void TestLaunchRequest::firstStopIsAFunctionOrALine()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    const auto stop = firstStopOf({{}, {}, {}, {}, text});
    QCOMPARE(stop.has_value(), !place.isEmpty());
    if (stop)
        QCOMPARE(QString::fromStdString(session::describe(**stop)), place);
}

void TestLaunchRequest::aFirstStopBehindTheHoldPointIsRemarked()
{
    using launchers::HoldPoint;
    QVERIFY(!firstStopRemark({{}, {}, {}, HoldPoint::Init, " main"}).isEmpty());
    QVERIFY(!firstStopRemark({{}, {}, {}, HoldPoint::App, "main"}).isEmpty());
    QCOMPARE(firstStopRemark({{}, {}, {}, HoldPoint::Exec, "main"}), "");
    QCOMPARE(firstStopRemark({{}, {}, {}, HoldPoint::Init, "ring.cpp:29"}), "");
}

void TestLaunchRequest::aSpecIsReadBack()
{
    launchers::LaunchSpec spec;
    spec.argv = {"mpiexec", "a b"};
    spec.workingDirectory = "/tmp";
    spec.hold = launchers::HoldPoint::None;
    const LaunchRequest request = toLaunchRequest(spec);
    QCOMPARE(request.command, "mpiexec 'a b'");
    QCOMPARE(toLaunchSpec(request, {}, 5s).argv, spec.argv);
    QCOMPARE(request.hold, launchers::HoldPoint::None);
}

void TestLaunchRequest::holdPointsAreReadByTheirNames()
{
    using launchers::HoldPoint;
    for (const HoldPoint hold : {HoldPoint::Init, HoldPoint::Exec, HoldPoint::App, HoldPoint::None})
        QCOMPARE(holdPointOf(launchers::name(hold)), hold);
    QCOMPARE(holdPointOf("nonsense"), HoldPoint::Init);
}

DBGR_TEST(TestLaunchRequest, QCoreApplication);

} // namespace tst_launch_request

#include "tst_launch_request.moc"
