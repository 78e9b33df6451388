// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/nearest.h"

#include <QtTest>

#include <string>

namespace tst_nearest {

using namespace dbgr::util;

class TestNearest : public QObject
{
    Q_OBJECT

private slots:
    void countsSlips_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<int>("expected");
        const auto row = [](const char* a, const char* b, int expected) {
            QTest::addRow("%s %s", a, b) << a << b << expected;
        };
        row("", "", 0);
        row("", "ab", 2);
        row("work", "work", 0);
        row("work", "WORK", 0);
        row("wrok", "work", 1); // swapped
        row("wor", "work", 1);
        row("workk", "work", 1);
        row("wark", "work", 1);
        row("kitten", "sitting", 3);
        row("abcdef", "uvwxyz", 4); // more than the 3 that were asked for
        row("a", "abcdefgh", 4);
    }
    void countsSlips()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(int, expected);
        QCOMPARE(int(distance(a.toStdString(), b.toStdString(), 3)), expected);
        QCOMPARE(int(distance(b.toStdString(), a.toStdString(), 3)), expected);
    }

    void findsTheNearestIfItIsNear()
    {
        const auto nearest = [](std::string_view word) {
            Nearest search(word);
            for (const char* const name : {"continue", "condition", "step", "stacks", "quit", "kill"})
                search.offer(name);
            return std::string(search.found().value_or("-"));
        };
        QCOMPARE(nearest("contniue"), std::string("continue"));
        QCOMPARE(nearest("CONTINUE"), std::string("continue"));
        QCOMPARE(nearest("conditon"), std::string("condition"));
        QCOMPARE(nearest("stakcs"), std::string("stacks"));
        QCOMPARE(nearest("jump"), std::string("-"));
        QCOMPARE(nearest("x"), std::string("-"));
        QCOMPARE(nearest(""), std::string("-"));
    }
};

DBGR_TEST(TestNearest);

} // namespace tst_nearest

#include "tst_nearest.moc"
