// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/pmix/peer_report.h"

#include "tests/integration/launcher/launcher_run.h"
#include "tests/support/batch/job_environment.h"

#include <QFileInfo>
#include <QtTest>

namespace dbgr::test {

namespace {

QString nameOf(Launcher launcher)
{
    return launcher == Launcher::Dbgrun ? "dbgrun" : launcher == Launcher::Prrte ? "PRRTE" : "PRRTE 5";
}

QString listOf(const QSet<QString>& names)
{
    return QStringList(names.begin(), names.end()).join("; ");
}

} // namespace

QString suffixOf(Library library)
{
    switch (library) {
    case Library::DbgrPmix:
        return "dbgrpmix";
    case Library::LibPmix4:
        return "libpmix4";
    case Library::LibPmix5:
        return "libpmix5";
    case Library::LibPmix7:
        return "libpmix7";
    }
    return {};
}

PeerReport parseReport(const QByteArray& output, bool hasRanks)
{
    PeerReport report;
    for (QByteArray line : output.split('\n')) {
        line.replace('\0', ""); // PRRTE adds one to lines of PMIx_Log
        const bool failed = line.startsWith("not ok ");
        if (!failed && !line.startsWith("ok "))
            continue;
        const QString name = QString::fromUtf8(line.mid(failed ? 7 : 3)).section(' ', hasRanks ? 1 : 0).trimmed();
        if (failed)
            report.failed.insert(name.section(": ", 0, 0));
        else
            report.held.insert(name);
        // A program that is several tools says which of them it was.
        report.ends += !failed && (name == "PMIx_Finalize" || name.startsWith("PMIx_tool_finalize"));
    }
    return report;
}

PeerReport reportOfTool(const QByteArray& output, int status, const QByteArray& launcherOutput, int ends)
{
    PeerReport report = parseReport(output, false);
    report.text = "status " + QByteArray::number(status) + "\n" + output + "--- launcher\n" + launcherOutput;
    if (report.ends != ends || (status == 0) != report.failed.isEmpty())
        report.failed.insert(kComesToItsEnd);
    return report;
}

bool holdsWhatIsKnown(const PeerReport& report, const QString& program, Library library, Launcher launcher)
{
    const KnownDifferences known = knownDifferences(program, library, launcher);
    return (report.failed - known.fail - known.mayFail).isEmpty();
}

void compareWithTable(const PeerReport& report, const QString& program, Library library, Launcher launcher)
{
    const KnownDifferences known = knownDifferences(program, library, launcher);
    const QSet<QString> news = report.failed - known.fail - known.mayFail;
    if (!news.isEmpty())
        fprintf(stderr, "%s\n", report.text.constData()); // Qt cuts what it prints
    QVERIFY2(news.isEmpty(), "these do not hold: " + listOf(news).toUtf8() + "\n" + report.text);
    if (report.failed.contains(kComesToItsEnd)) // nobody knows what it would have found
        return;
    const QSet<QString> olds = known.fail - report.failed;
    QVERIFY2(olds.isEmpty(), "these hold, and the table says otherwise: " + listOf(olds).toUtf8() + "\n" + report.text);
    QVERIFY2(!report.held.isEmpty() || !report.failed.isEmpty(), report.text);
    for (const QString& last : endsOfFlows(program, library, launcher))
        QVERIFY2(report.held.contains(last), "it did not come to \"" + last.toUtf8() + "\":\n" + report.text);
}

bool testsLaterRelease()
{
    static const bool later = [] {
        const bool is = testedLauncher("openmpi5") == "openmpi6";
        qunsetenv("DBGR_TEST_LAUNCHER"); // jobs of both releases are started
        return is;
    }();
    return later;
}

QList<Library> testedLibraries(Launcher launcher)
{
    QList<Library> libraries;
    for (const Library each : {Library::DbgrPmix, Library::LibPmix4, Library::LibPmix5, Library::LibPmix7})
        if ((each == Library::LibPmix7 || launcher == Launcher::Prrte5) == testsLaterRelease())
            libraries << each;
    return libraries;
}

void addPeerRows(const QStringList& names)
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("library");
    QTest::addColumn<int>("launcher");
    for (const Launcher launcher : {Launcher::Dbgrun, Launcher::Prrte, Launcher::Prrte5})
        for (const Library library : testedLibraries(launcher))
            for (const QString& name : names)
                QTest::addRow("%s, %s, %s", qPrintable(name), qPrintable(suffixOf(library)),
                              qPrintable(nameOf(launcher)))
                    << name << int(library) << int(launcher);
}

void requirePeers(const QString& name)
{
    QStringList missing;
    for (const Launcher launcher : {Launcher::Dbgrun, Launcher::Prrte, Launcher::Prrte5})
        for (const Library each : testedLibraries(launcher))
            if (peerProgram(name, each).isEmpty() && !missing.contains(suffixOf(each)))
                missing << suffixOf(each);
    if (missing.isEmpty() || qEnvironmentVariableIsEmpty("DBGR_REQUIRE"))
        return;
    QFAIL(qPrintable(
        "not built with " + missing.join(", ") +
        ": install libpmix-dev (tools/setup), run tools/launcher openmpi5 and openmpi6, and configure again"));
}

QString peerProgram(const QString& name, Library library)
{
    const QString path = QFileInfo(dbgrun()).path() + "/peers/" + name + "_" + suffixOf(library);
    return QFileInfo::exists(path) ? path : QString();
}

QString peerLauncher(Launcher launcher, const QString& program)
{
    if (launcher == Launcher::Dbgrun)
        return dbgrun();
    return launcherBin(launcher == Launcher::Prrte ? "openmpi5" : "openmpi6") + "/" + program;
}

} // namespace dbgr::test
