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
            ++report.held;
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

void compareWithTable(const PeerReport& report, const KnownDifferences& known)
{
    const QSet<QString> news = report.failed - known.fail - known.mayFail;
    QVERIFY2(news.isEmpty(), "these do not hold: " + listOf(news).toUtf8() + "\n" + report.text);
    if (report.failed.contains(kComesToItsEnd)) // nobody knows what it would have found
        return;
    const QSet<QString> olds = known.fail - report.failed;
    QVERIFY2(olds.isEmpty(), "these hold, and the table says otherwise: " + listOf(olds).toUtf8() + "\n" + report.text);
    QVERIFY2(report.held > 0 || !report.failed.isEmpty(), report.text);
}

void addPeerRows(const QStringList& names, const QList<Library>& libraries, const QList<Launcher>& launchers)
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("library");
    QTest::addColumn<int>("launcher");
    for (const Launcher launcher : launchers)
        for (const Library library : libraries)
            for (const QString& name : names)
                QTest::addRow("%s, %s, %s", qPrintable(name), qPrintable(suffixOf(library)),
                              qPrintable(nameOf(launcher)))
                    << name << int(library) << int(launcher);
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
