// SPDX-License-Identifier: GPL-3.0-or-later
// Breakpoints when a program is edited and built again: they go with their lines, over a restart and from a session
// file, but not before the program is built.
#include "tests/support/batch/batch_run.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QProcess>
#include <QtTest>

namespace tst_moved_lines {

using dbgr::test::BatchRun;

namespace {

/// A program with the given lines in it, before and within its loop.
QByteArray source(const QByteArray& before, const QByteArray& statement)
{
    return before +
           "static int g_sum = 0;\n"
           "int main()\n"
           "{\n"
           "    for (int i = 0; i < 3; ++i) {\n"
           "        " +
           statement +
           "\n"
           "    }\n"
           "    return g_sum > 0 ? 0 : 1;\n"
           "}\n";
}

constexpr const char* kStatement = "g_sum += i * 2;"; // in line 5
constexpr const char* kComments = "// one\n// two\n\n// three\n";

struct Program
{
    explicit Program(const BatchRun& run) : folder(run.folder()) {}
    [[nodiscard]] bool edit(const QByteArray& text) const
    {
        QFile file(folder + "/moved.cpp");
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }
    /// The one before may be running.
    [[nodiscard]] bool build() const
    {
        return QProcess::execute(DBGR_TEST_CXX, {"-g", "-O0", folder + "/moved.cpp", "-o", folder + "/moved.new"}) ==
                   0 &&
               (!QFile::exists(path()) || QFile::remove(path())) && QFile::rename(folder + "/moved.new", path());
    }
    [[nodiscard]] QString path() const { return folder + "/moved"; }

    QString folder;
};

int lineOf(const QJsonObject& stop)
{
    return stop["frame"].toObject()["line"].toInt();
}

/// Waits until the ranks have stopped at a breakpoint after `continue`. \return the line
int nextLine(BatchRun& run)
{
    run.type("continue");
    const QJsonObject stop =
        run.waitFor([](const QJsonObject& o) { return o["event"] == "stopped" && o["reason"] == "breakpoint"; });
    static_cast<void>(run.waitForReply("continue"));
    return lineOf(stop);
}

} // namespace

class TestMovedLines : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { BatchRun::addLauncherRows(); }
    void init() { BatchRun::takeLauncherRow(); }

    void aBreakpointGoesWithItsLine()
    {
        BatchRun run;
        const Program program(run);
        QVERIFY(program.edit(source("", kStatement)) && program.build());
        run.option({"--stop=exec", "--keep-going"});
        run.start(2, program.path());
        run.type("break moved.cpp:5");
        QVERIFY2(!run.waitForReply("break").isEmpty(), run.transcript());
        QVERIFY2(nextLine(run) == 5, run.transcript());

        QVERIFY(program.edit(source(kComments, kStatement)));
        run.type("restart"); // and it is not built
        QVERIFY2(!run.waitForReply("restart").isEmpty(), run.transcript());
        QStringList warnings;
        for (const QJsonObject& warning : run.events("warning"))
            warnings << warning["detail"].toString();
        QVERIFY2(warnings.filter("moved.cpp is newer than the program").size() == 1, run.transcript());
        QVERIFY2(nextLine(run) == 5, run.transcript());

        QVERIFY(program.build());
        run.type("restart");
        const QJsonObject moved = run.waitForEvent("line_followed");
        QVERIFY2(moved["what"] == "moved" && moved["from"] == 5 && moved["line"] == 9, run.transcript());
        QVERIFY2(!run.waitForReply("restart").isEmpty(), run.transcript());
        QVERIFY2(nextLine(run) == 9, run.transcript());

        QVERIFY(program.edit(source(kComments, "g_sum += 1;")) && program.build());
        run.type("restart");
        const QJsonObject gone = run.waitForEvent("line_followed");
        QVERIFY2(gone["what"] == "gone" && gone["line"] == 9 && gone["text"] == kStatement, run.transcript());
        QVERIFY2(!run.waitForReply("restart").isEmpty(), run.transcript());
        QVERIFY2(nextLine(run) == 9, run.transcript());
        run.type("kill");
        run.closeInput();
        (void)run.exitStatus();
        QVERIFY2(run.events("line_followed").size() == 2, run.transcript());
        QVERIFY2(run.badLines().isEmpty(), run.transcript());
    }

    void aSessionFileKnowsTheLine()
    {
        BatchRun first;
        const Program program(first);
        const QString file = first.folder() + "/moved.dbgr";
        QVERIFY(program.edit(source("", kStatement)) && program.build());
        first.option({"--stop=exec"})
            .commands({"break moved.cpp:5", "trace moved.cpp:5, i", "save session " + file, "kill"});
        first.start(2, program.path());
        (void)first.exitStatus();
        QVERIFY2(first.replies("save").size() == 1, first.transcript());
        QVERIFY(program.edit(source(kComments, kStatement)) && program.build());

        BatchRun second;
        second.commands({"continue", "breakpoints", "kill"});
        second.startCommand({file});
        (void)second.exitStatus();
        QVERIFY2(second.events("line_followed").size() == 2, second.transcript()); // the tracepoint, too
        const auto stops = second.events("stopped");
        QVERIFY2(!stops.isEmpty() && lineOf(stops.last()) == 9, second.transcript());
    }
};

DBGR_TEST(TestMovedLines, QCoreApplication);

} // namespace tst_moved_lines

#include "tst_moved_lines.moc"
