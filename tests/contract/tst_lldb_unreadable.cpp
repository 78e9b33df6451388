// SPDX-License-Identifier: GPL-3.0-or-later
// What LLDB's engine says of memory that cannot be read, and of objects that are garbage: never that they are empty.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "tests/contract/lldb_rig.h"
#include "tests/support/run/test_class.h"

namespace tst_lldb_unreadable {

using namespace dbgr;
using test::lineOf;
using test::LldbRig;

class TstLldbUnreadable : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { m_rig.reset(); }

    void pointersIntoNothingSaySo_data();
    void pointersIntoNothingSaySo();
    void objectsThatAreNotThereSaySo_data();
    void objectsThatAreNotThereSaySo();
    void partsSayIt_data();
    void partsSayIt();
    void soundObjectsShowWhatTheyHold_data();
    void soundObjectsShowWhatTheyHold();
    void allOfThemAreListed();

private:
    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbUnreadable::initTestCase()
{
    m_rig = std::make_unique<LldbRig>();
    m_rig->start("unreadable", {}, 2);
    QVERIFY(m_rig->attach());
    const auto stop = m_rig->runTo(debug::SourceLine{"unreadable.cpp", lineOf("unreadable.cpp", "// here")});
    QCOMPARE(stop.cause.top.function, std::string("show"));
}

void TstLldbUnreadable::pointersIntoNothingSaySo_data()
{
    QTest::addColumn<QString>("address");
    for (const char* name :
         {"text", "constText", "wide", "utf16", "number", "node", "texts", "array", "letters", "fixed", "some[1]"})
        QTest::newRow(name) << "0x10";
    QTest::newRow("unique") << "0x1000";
    QTest::newRow("holder.numbers") << "0x20";
}

void TstLldbUnreadable::pointersIntoNothingSaySo()
{
    QFETCH(QString, address);
    const std::string expected = address.toStdString() + " <the memory there cannot be read>";
    QCOMPARE(m_rig->value(QTest::currentDataTag()), expected);
    const std::string target = m_rig->value("*" + std::string(QTest::currentDataTag()));
    if (target.find('{') == std::string::npos)
        QCOMPARE(QString::fromStdString(target),
                 QString::fromStdString("problem: the memory at " + address.toStdString() + " cannot be read"));
    else
        QVERIFY2(target.find("<the memory at " + address.toStdString() + " cannot be read>") != std::string::npos,
                 target.c_str());
}

void TstLldbUnreadable::objectsThatAreNotThereSaySo_data()
{
    QTest::addColumn<QString>("problem");
    for (const char* name : {"intAway", "nodeAway", "stringAway", "vectorAway", "mapAway", "listAway", "optionalAway",
                             "sharedAway", "*array", "*letters", "*fixed", "array[0][0]", "node->value", "*texts"})
        QTest::newRow(name) << "the memory at 0x10 cannot be read";
    QTest::newRow("node->next") << "the memory at 0x18 cannot be read";
    QTest::newRow("*holder.numbers") << "the memory at 0x20 cannot be read";
    QTest::newRow("uniqueAway") << "the memory at 0x10 cannot be read";
    for (const char* name : {"string", "wideString", "vector", "list", "deque", "map", "set", "hashMap", "hashSet"})
        QTest::newRow(name) << "the memory at 0x1";
    QTest::newRow("view") << "the memory at 0x1";
    QTest::newRow("forwardList") << "the memory at 0x1000 cannot be read";
    QTest::newRow("bits") << "";
    QTest::newRow("vectorOfStrings") << "";
    QTest::newRow("vector.size()") << "";
    QTest::newRow("vectorAway.size()") << "";
    for (const char* name : {"shared", "weak"})
        QTest::newRow(name) << "the memory at 0x1008 cannot be read";
}

void TstLldbUnreadable::objectsThatAreNotThereSaySo()
{
    QFETCH(QString, problem);
    const std::string value = m_rig->value(QTest::currentDataTag());
    QVERIFY2(value.starts_with("problem: " + problem.toStdString()), value.c_str());
    QVERIFY2(value.find("cannot be read") != std::string::npos || value.find("not set up yet") != std::string::npos,
             value.c_str());
}

void TstLldbUnreadable::partsSayIt_data()
{
    QTest::addColumn<QString>("value");
    QTest::newRow("holder")
        << "{text = 0x10 <the memory there cannot be read>, number = 7, numbers = 0x20 <the memory there "
           "cannot be read>}";
    QTest::newRow("some") << "size=2 {\"good\", 0x10 <the memory there cannot be read>}";
    QTest::newRow("untyped") << "0x10";
}

void TstLldbUnreadable::partsSayIt()
{
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(m_rig->value(QTest::currentDataTag())), value);
}

void TstLldbUnreadable::soundObjectsShowWhatTheyHold_data()
{
    QTest::addColumn<QString>("value");
    QTest::newRow("goodString") << "\"short\"";
    QTest::newRow("longString") << QString("\"%1\"").arg(QString(100, 'x'));
    QTest::newRow("emptyString") << "\"\"";
    QTest::newRow("goodView") << "\"short\"";
    QTest::newRow("emptyView") << "\"\"";
    QTest::newRow("goodVector") << "size=2 {1, 2}";
    QTest::newRow("emptyVector") << "size=0";
    QTest::newRow("goodBits") << "size=3 {true, false, true}";
    QTest::newRow("goodMap") << "size=1 {{first = 1, second = 2}}";
    QTest::newRow("emptyMap") << "size=0";
    QTest::newRow("goodSet") << "size=1 {3}";
    QTest::newRow("goodList") << "size=2 {4, 5}";
    QTest::newRow("emptyList") << "size=0";
    QTest::newRow("goodForwardList") << "size=1 {6}";
    QTest::newRow("emptyForwardList") << "size=0";
    QTest::newRow("goodDeque") << "size=2 {7, 8}";
    QTest::newRow("emptyDeque") << "size=0";
    QTest::newRow("goodHashMap") << "size=1 {{first = 9, second = 10}}";
    QTest::newRow("emptyHashSet") << "size=0";
    QTest::newRow("emptyUnique") << "0x0";
}

void TstLldbUnreadable::soundObjectsShowWhatTheyHold()
{
    QFETCH(QString, value);
    QCOMPARE(QString::fromStdString(m_rig->value(QTest::currentDataTag())), value);
}

void TstLldbUnreadable::allOfThemAreListed()
{
    const auto ranks = m_rig->client().get<debug::VariablesReply>(m_rig->all(), debug::GetVariables{}).ranks;
    QCOMPARE(ranks.size(), std::size_t(2));
    for (const debug::Variable& variable : ranks.front().variables) {
        const bool isSound = variable.name.starts_with("good") || variable.name.starts_with("empty") ||
                             variable.name == "longString" || variable.name == "untyped" || variable.name == "holder" ||
                             variable.name == "some";
        const std::string said = variable.value + variable.problem;
        const bool saysSo = said.find("cannot be read") != std::string::npos || !variable.problem.empty();
        QVERIFY2(isSound || saysSo, (variable.name + " is " + said).c_str());
        if (variable.name.starts_with("good") || variable.name.starts_with("empty"))
            QVERIFY2(!saysSo, (variable.name + " is " + said).c_str());
        if (!variable.problem.empty())
            QCOMPARE(variable.childCount, 0U);
    }
}

DBGR_TEST(TstLldbUnreadable, QCoreApplication);

} // namespace tst_lldb_unreadable

#include "tst_lldb_unreadable.moc"
