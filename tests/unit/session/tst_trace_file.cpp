// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/file/trace_file.h"
#include "tests/support/run/test_class.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace tst_trace_file {

using namespace dbgr;
using session::TraceStore;
using util::BreakpointId;
using util::Rank;

namespace {

/// Two tracepoints with one expression in common, and values of all sorts.
TraceStore sample()
{
    TraceStore store;
    debug::BreakpointSpec first{BreakpointId(1), debug::SourceLine{"ring.cpp", 41}, {}};
    first.traced = {"lap", "name"};
    debug::BreakpointSpec second{BreakpointId(2), debug::FunctionName{"work(int, long)"}, {}};
    second.traced = {"x, y", "lap"};
    store.note(first);
    store.note(second);
    const auto at = [](long microseconds) { return std::chrono::microseconds(microseconds); };
    store.add(
        {{Rank(3), BreakpointId(1), util::ThreadId(77), at(1'000'001), {{"1", ""}, {"\"a,b\"", ""}}},
         {Rank(0), BreakpointId(2), util::ThreadId(78), at(1'795'000'000'123'456), {{"", "optimised out"}, {"2", ""}}},
         {Rank(1), BreakpointId(1), util::ThreadId(79), at(0), {{"=1+1", ""}, {"line\nbreak", ""}}}});
    return store;
}

QString readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class TestTraceFile : public QObject
{
    Q_OBJECT

private slots:
    void tablesHaveAColumnForEachExpression()
    {
        const QStringList lines = QString::fromStdString(session::tracesAsCsv(sample())).split("\r\n");
        QCOMPARE(lines.size(), 5); // nothing behind the last line end
        QCOMPARE(lines[0], QString("number,time,rank,thread,breakpoint,place,lap,name,\"x, y\""));
        QCOMPARE(lines[1], QString("1,1970-01-01 00:00:01.000001,3,77,1,ring.cpp:41,1,\"\"\"a,b\"\"\","));
        QCOMPARE(lines[2], QString("2,2026-11-18 11:06:40.123456,0,78,2,\"work(int, long)\",2,,<optimised out>"));
        QCOMPARE(lines[3], QString("3,1970-01-01 00:00:00.000000,1,79,1,ring.cpp:41,'=1+1,\"line\nbreak\","));
    }

    void jsonHasTheSame()
    {
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(session::tracesAsJson(sample()))).object();
        QCOMPARE(json["dropped"].toInt(-1), 0);
        const auto records = json["records"].toArray();
        QCOMPARE(records.size(), 3);
        const auto second = records[1].toObject();
        QCOMPARE(second["microseconds"].toInteger(), 1'795'000'000'123'456);
        QCOMPARE(second["place"].toString(), QString("work(int, long)"));
        QCOMPARE(second["rank"].toInt(-1), 0);
        const auto values = second["values"].toArray();
        QCOMPARE(values[0].toObject()["expression"].toString(), QString("x, y"));
        QCOMPARE(values[0].toObject()["problem"].toString(), QString("optimised out"));
        QVERIFY(!values[0].toObject().contains("value"));
        QCOMPARE(values[1].toObject()["value"].toString(), QString("2"));
        QCOMPARE(records[2].toObject()["values"].toArray()[0].toObject()["value"].toString(), QString("=1+1"));
    }

    void theNameSaysTheForm()
    {
        QTemporaryDir folder;
        const std::string csv = folder.filePath("t.csv").toStdString();
        QVERIFY(session::saveTraces(csv, sample()));
        QVERIFY(readAll(folder.filePath("t.csv")).startsWith("number,"));
        QVERIFY(session::saveTraces(folder.filePath("t.json").toStdString(), sample()));
        QVERIFY(readAll(folder.filePath("t.json")).startsWith("{"));
        QVERIFY(session::saveTraces(csv, TraceStore())); // it is replaced
        QCOMPARE(readAll(folder.filePath("t.csv")), QString("number,time,rank,thread,breakpoint,place\r\n"));
        const auto other = session::saveTraces(folder.filePath("t.txt").toStdString(), sample());
        QVERIFY(!other);
        QVERIFY(QString::fromStdString(other.error().message()).contains("t.txt"));
        QVERIFY(!QFile::exists(folder.filePath("t.txt")));
        QVERIFY(!session::saveTraces(folder.filePath("no/t.csv").toStdString(), sample()));
    }
};

DBGR_TEST(TestTraceFile, QCoreApplication);

} // namespace tst_trace_file

#include "tst_trace_file.moc"
