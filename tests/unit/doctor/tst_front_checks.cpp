// SPDX-License-Identifier: GPL-3.0-or-later
// Where people work: displays, launchers, and the job that is tried.
#include "app/doctor/front_checks.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>
#include <cerrno>

namespace tst_front_checks {

using namespace dbgr;
using namespace dbgr::doctor;
using launchers::LauncherFamily;

namespace {

Finding only(const FrontFacts& facts, const char* check)
{
    const Findings findings = checkFront(facts);
    const auto found = std::ranges::find(findings, check, &Finding::check);
    return found == findings.end() ? Finding{} : *found;
}

QString verdictOf(const Finding& finding)
{
    return QString::fromStdString(std::string(name(finding.verdict)));
}

} // namespace

class TestFrontChecks : public QObject
{
    Q_OBJECT

private slots:
    void displays_data();
    void displays();
    void launchers_data();
    void launchers();
    void itsOwnPmix_data();
    void itsOwnPmix();
    void withoutLaunchersThereIsOurs();
    void theTrial_data();
    void theTrial();
};

void TestFrontChecks::displays_data()
{
    QTest::addColumn<DisplayFacts>("facts");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("found");
    QTest::newRow("answers") << DisplayFacts{true, "", "DISPLAY=:0", 0} << "fine"
                             << "DISPLAY=:0 answers";
    QTest::newRow("a platform") << DisplayFacts{true, "offscreen", "", {}} << "fine"
                                << "offscreen";
    QTest::newRow("none") << DisplayFacts{true, "", "", {}} << "limited"
                          << "no display";
    QTest::newRow("dead") << DisplayFacts{true, "", "DISPLAY=:9", ENOENT} << "limited"
                          << "No such file";
    QTest::newRow("elsewhere") << DisplayFacts{true, "", "DISPLAY=n1:0", {}} << "unknown"
                               << "not tried";
    QTest::newRow("not built") << DisplayFacts{false, "", "DISPLAY=:0", 0} << "limited"
                               << "without the window";
}

void TestFrontChecks::displays()
{
    QFETCH(DisplayFacts, facts);
    QFETCH(QString, verdict);
    QFETCH(QString, found);
    const Finding finding = only({facts, {}, {}}, "window");
    QCOMPARE(verdictOf(finding), verdict);
    QVERIFY2(QString::fromStdString(finding.found).contains(found), finding.found.c_str());
    QCOMPARE(finding.advice.empty(), verdict == "fine" || verdict == "unknown");
}

void TestFrontChecks::launchers_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<ProgramRun>("version");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("found");
    const int prrte = int(LauncherFamily::Prrte);
    QTest::newRow("PRRTE") << prrte << ProgramRun{0, false, "prterun (PRRTE) 3.0.8\n\nReport bugs\n", ""} << "fine"
                           << "/x/mpiexec (Some): prterun (PRRTE) 3.0.8";
    QTest::newRow("Hydra") << int(LauncherFamily::Hydra)
                           << ProgramRun{0, false, "HYDRA build details:\n  Version:     4.0.2\n", ""} << "fine"
                           << ": Version: 4.0.2";
    QTest::newRow("no number") << prrte << ProgramRun{0, false, "yes\n", ""} << "fine"
                               << "version unknown";
    QTest::newRow("fails") << prrte << ProgramRun{1, false, "", "srun: a\nsrun: fatal: b\n"} << "limited"
                           << "does not work: srun: fatal: b";
    QTest::newRow("hangs") << prrte << ProgramRun{137, true, "1.0", ""} << "limited"
                           << "in time";
    QTest::newRow("unknown") << int(LauncherFamily::Unknown) << ProgramRun{0, false, "x 1.0", ""} << "unknown"
                             << "does not know";
}

void TestFrontChecks::launchers()
{
    QFETCH(int, family);
    QFETCH(ProgramRun, version);
    QFETCH(QString, verdict);
    QFETCH(QString, found);
    const LauncherFacts facts{{LauncherFamily(family), "Some", "/x/mpiexec"}, version, {}};
    const Finding finding = only({{}, {facts}, {}}, "launcher");
    QCOMPARE(verdictOf(finding), verdict);
    QVERIFY2(QString::fromStdString(finding.found).contains(found), finding.found.c_str());
    QCOMPARE(finding.advice.empty(), verdict == "fine");
}

void TestFrontChecks::itsOwnPmix_data()
{
    QTest::addColumn<int>("family");
    QTest::addColumn<ProgramRun>("parts");
    QTest::addColumn<QString>("found");
    const int prrte = int(LauncherFamily::Prrte);
    const QString version = "/x/mpiexec (Some): prterun 3.0.8";
    const QString unknown = version + "; the version of its PMIx is not known";
    const auto says = [](const char* text) { return ProgramRun{0, false, text, ""}; };
    QTest::newRow("told") << prrte
                          << says("        PRTE: 3.0.8\n        PMIx: OpenPMIx 5.0.7a1 (PMIx Standard: 5.1, Stable\n")
                          << version + "; OpenPMIx 5.0.7a1";
    QTest::newRow("the last line") << prrte << says("PMIx: OpenPMIx 6.1.0") << version + "; OpenPMIx 6.1.0";
    QTest::newRow("not told") << prrte << says("        PRTE: 5.0.0\n MCA pmix: ext3x\n") << unknown;
    QTest::newRow("no such program") << prrte << ProgramRun{} << unknown;
    QTest::newRow("fails") << prrte << ProgramRun{1, false, " PMIx: 1", "broken"} << unknown;
    QTest::newRow("no PMIx") << int(LauncherFamily::Hydra) << ProgramRun{} << version;
}

void TestFrontChecks::itsOwnPmix()
{
    QFETCH(int, family);
    QFETCH(ProgramRun, parts);
    QFETCH(QString, found);
    const ProgramRun version{0, false, "prterun 3.0.8\n", ""};
    const LauncherFacts facts{{LauncherFamily(family), "Some", "/x/mpiexec"}, version, parts};
    QCOMPARE(QString::fromStdString(only({{}, {facts}, {}}, "launcher").found), found);
}

void TestFrontChecks::withoutLaunchersThereIsOurs()
{
    const Finding finding = only({}, "launcher");
    QCOMPARE(verdictOf(finding), QString("limited"));
    QVERIFY(finding.advice.find("dbgr -n 4") != std::string::npos);
}

void TestFrontChecks::theTrial_data()
{
    QTest::addColumn<ProgramRun>("run");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("found");
    QTest::addColumn<QString>("advice");
    const std::string attached = "{\"event\":\"attached\",\"ranks\":\"0\",\"failed\":\"\"}\n";
    const std::string error = R"({"event":"error","detail":"a:\n  b","advice":"do  c"})"
                              "\n";
    QTest::newRow("good") << ProgramRun{0, false, attached, ""} << "fine"
                          << "attached to"
                          << "";
    QTest::newRow("never attached") << ProgramRun{0, false, "{}\n", ""} << "broken"
                                    << "status 0"
                                    << "by hand";
    QTest::newRow("an error") << ProgramRun{121, false, error, ""} << "broken"
                              << ": a: b"
                              << "do c";
    QTest::newRow("errors of a fool") << ProgramRun{121, false, "{\"event\":\"error\",\"detail\":7}\n[\n", ""}
                                      << "broken"
                                      << "debugged"
                                      << "";
    QTest::newRow("no words") << ProgramRun{125, false, "", "dbgr: no memory\n"} << "broken"
                              << "status 125, dbgr: no memory"
                              << "by hand";
    QTest::newRow("too late") << ProgramRun{137, true, attached, ""} << "broken"
                              << "too long"
                              << "by hand";
}

void TestFrontChecks::theTrial()
{
    QFETCH(ProgramRun, run);
    QFETCH(QString, verdict);
    QFETCH(QString, found);
    QFETCH(QString, advice);
    const Finding finding = only({{}, {}, run}, "session");
    QCOMPARE(verdictOf(finding), verdict);
    QVERIFY2(QString::fromStdString(finding.found).contains(found), finding.found.c_str());
    QVERIFY2(QString::fromStdString(finding.advice).contains(advice), finding.advice.c_str());
}

DBGR_TEST(TestFrontChecks);

} // namespace tst_front_checks

#include "tst_front_checks.moc"
