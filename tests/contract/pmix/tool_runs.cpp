// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/pmix/tool_runs.h"

#include "tests/contract/pmix/launcher_daemon.h"

#include <QtTest>

#include <map>
#include <memory>
#include <vector>

namespace dbgr::test {

namespace {

/// A launcher, and its tools by library.
struct Run
{
    LauncherDaemon daemon;
    bool isOurs;
    std::map<int, std::unique_ptr<QProcess>> tools;

    explicit Run(Launcher launcher)
        : daemon(peerLauncher(launcher, "prte"),
                 launcher == Launcher::Dbgrun ? QStringList{"--daemon"} : QStringList{}),
          isOurs(launcher == Launcher::Dbgrun)
    {}
    [[nodiscard]] bool start(const QString& name, const QList<Library>& libraries)
    {
        if (!QTest::qWaitFor([this] { return !daemon.uri().isEmpty(); }, 20000))
            return false;
        for (const Library each : libraries)
            if (const QString program = peerProgram(name, each); !program.isEmpty())
                tools[int(each)] = daemon.startTool(program, {daemon.uri()});
        return true;
    }
    void finish(QMap<int, PeerReport>& reports, int timeoutMs)
    {
        for (const auto& [library, tool] : tools) {
            QByteArray output;
            const int status = LauncherDaemon::awaitTool(*tool, output, timeoutMs);
            reports.insert(library, reportOfTool(output, status, daemon.output()));
        }
        if (!isOurs || (daemon.isRunning() && daemon.end() == 0 && daemon.leftInFolder().isEmpty()))
            return;
        for (const auto& [library, tool] : tools) {
            reports[library].failed.insert("the launcher ends well, and leaves nothing behind");
            reports[library].text += daemon.output() + daemon.leftInFolder().join(' ').toUtf8();
        }
    }
};

} // namespace

QMap<int, PeerReport> reportsOfTools(const QString& name, Launcher launcher, ToolsOf tools, int timeoutMs)
{
    QList<QList<Library>> groups = {testedLibraries(launcher)};
    if (tools == ToolsOf::LauncherForEach) {
        const QList<Library> all = groups.takeFirst();
        for (const Library each : all)
            groups << QList<Library>{each};
    }
    std::vector<std::unique_ptr<Run>> runs;
    for (qsizetype i = 0; i < groups.size(); ++i)
        runs.push_back(std::make_unique<Run>(launcher));
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (!runs[i]->start(name, groups[qsizetype(i)]))
            return {};
    QMap<int, PeerReport> reports;
    for (const auto& run : runs)
        run->finish(reports, timeoutMs);
    return reports;
}

void checkRowOfTools(ToolsOf tools, int timeoutMs)
{
    QFETCH(QString, name);
    QFETCH(int, library);
    QFETCH(int, launcher);
    if (peerProgram(name, Library(library)).isEmpty())
        QSKIP("not built: its library is missing");
    static QMap<QPair<QString, int>, QMap<int, PeerReport>> done;
    if (!done.contains({name, launcher}))
        done.insert({name, launcher}, reportsOfTools(name, Launcher(launcher), tools, timeoutMs));
    const QMap<int, PeerReport> reports = done.value({name, launcher});
    QVERIFY2(reports.contains(library), "the launcher did not start");
    compareWithTable(reports.value(library), name, Library(library), Launcher(launcher));
}

} // namespace dbgr::test
