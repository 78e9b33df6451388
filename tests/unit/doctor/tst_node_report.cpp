// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/node_report.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_node_report {

using namespace dbgr::doctor;

class TestNodeReport : public QObject
{
    Q_OBJECT

private slots:
    void isReadAsItWasWritten();
    void whatIsNoFindingIsPassedOver_data();
    void whatIsNoFindingIsPassedOver();
    void muchIsCut();
};

void TestNodeReport::isReadAsItWasWritten()
{
    for (const std::string_view verdict : kVerdictNames) {
        const Findings findings{{"tracing", *verdictNamed(verdict), "a \"b\"\n\xc3\xa4", "c\\"},
                                {"x", Verdict::Fine, "", ""}};
        const Findings read = readLines("Welcome to n1\n" + toLines(findings) + "bye");
        QCOMPARE(read.size(), 2U);
        QVERIFY(read[0].check == "tracing" && read[0].verdict == findings[0].verdict);
        QVERIFY(read[0].found == findings[0].found && read[0].advice == findings[0].advice);
    }
}

void TestNodeReport::whatIsNoFindingIsPassedOver_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("words") << QByteArray("Last login: today");
    QTest::newRow("half an object") << QByteArray(R"({"check":"a","verdict":"fine")");
    QTest::newRow("another object") << QByteArray(R"({"event":"x"})");
    QTest::newRow("no such verdict") << QByteArray(R"({"check":"a","verdict":"good"})");
    QTest::newRow("no check") << QByteArray(R"({"verdict":"fine","found":"x"})");
    QTest::newRow("numbers") << QByteArray(R"({"check":1,"verdict":2})");
    QTest::newRow("no UTF-8") << QByteArray("{\"check\":\"\xff\",\"verdict\":\"fine\"}");
    QTest::newRow("deep") << "{\"check\":" + QByteArray(30000, '[') + QByteArray(30000, ']') + ",\"verdict\":\"fine\"}";
}

void TestNodeReport::whatIsNoFindingIsPassedOver()
{
    QFETCH(QByteArray, line);
    QVERIFY(readLines(line.toStdString()).empty());
    QCOMPARE(readLines(line.toStdString() + "\n" + toLines({{"a", Verdict::Fine, {}, {}}})).size(), 1U);
}

void TestNodeReport::muchIsCut()
{
    const Findings many(1000, {"a", Verdict::Broken, std::string(5000, 'x'), {}});
    const Findings read = readLines(toLines(many));
    QCOMPARE(read.size(), 50U);
    QCOMPARE(read[0].found.size(), 1000U);
}

DBGR_TEST(TestNodeReport);

} // namespace tst_node_report

#include "tst_node_report.moc"
