// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/redaction.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_redaction {

using dbgr::doctor::Redaction;

class TestRedaction : public QObject
{
    Q_OBJECT

private slots:
    void takesOutWhoAndWhere_data();
    void takesOutWhoAndWhere();
    void knowsThisUser();
};

void TestRedaction::takesOutWhoAndWhere_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* text, const char* expected) { QTest::newRow(text) << text << expected; };
    row("", "");
    row("/users/ann/x", "~/x");
    row("/users/anna/x ann", "/users/anna/x USER");
    row("ann@n1: hello", "USER@HOST: hello");
    row("dbgrun-n1-4711@1", "dbgrun-HOST-4711@1");
    row("n12 annn planner ann_b", "n12 annn planner ann_b");
    row("n1.example.org n1.other", "HOST HOST.other");
    row("to 10.1.2.3:4711, 10.1.2.4.", "to ADDRESS:4711, ADDRESS.");
    row("tcp4://10.1.2.3:4711", "tcp4://ADDRESS:4711");
    row("[fd00::2]:4711", "[ADDRESS]:4711");
    row("127.0.0.1:1 0.0.0.0 ::1", "127.0.0.1:1 0.0.0.0 ::1");
    row("12:30:01.123 22.1.8 a::b dbgr::app 1.2.3", "12:30:01.123 22.1.8 a::b dbgr::app 1.2.3");
    row("dbgr::a1::b 2a::capi", "dbgr::a1::b 2a::capi");
    row("libevent_core-2.1.so.7.0.1", "libevent_core-2.1.so.7.0.1");
}

void TestRedaction::takesOutWhoAndWhere()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    Redaction redaction;
    for (const auto& [word, by] : {std::pair{"n1", "HOST"},
                                   {"n1.example.org", "HOST"},
                                   {"ann", "USER"},
                                   {"/users/ann/", "~"},
                                   {"", "X"},
                                   {"/", "X"}})
        redaction.hide(word, by);
    QCOMPARE(QString::fromStdString(redaction.apply(text.toStdString())), expected);
}

void TestRedaction::knowsThisUser()
{
    const auto redaction = Redaction::ofThisUser({"HOME=/somewhere/else/"});
    QCOMPARE(redaction.apply("at /somewhere/else/a on " + QSysInfo::machineHostName().toStdString()),
             std::string("at ~/a on HOST"));
}

DBGR_TEST(TestRedaction);

} // namespace tst_redaction

#include "tst_redaction.moc"
