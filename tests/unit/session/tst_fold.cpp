// SPDX-License-Identifier: GPL-3.0-or-later
// What is equal in many ranks becomes one line.
#include "session/fold.h"
#include "tests/support/session/builders.h"

#include <QTest>

using namespace dbgr;
using namespace dbgr::session;
using namespace dbgr::test;

class TestFold : public QObject
{
    Q_OBJECT

private slots:
    void hiddenVariablesOfOneNameStayApart()
    {
        const auto i = [](std::string value) {
            debug::Variable v;
            v.name = "i";
            v.type = "int";
            v.value = std::move(value);
            return v;
        };
        const auto folded =
            foldVariables({{util::Rank(0), {}, {i("1"), i("2")}, false}, {util::Rank(1), {}, {i("1")}, false}});
        QCOMPARE(folded.size(), 2u);
        QCOMPARE(folded[0].values.size(), 1u);
        QCOMPARE(folded[0].values[0].ranks.toString(), std::string("0-1"));
        QCOMPARE(folded[1].values[0].ranks.toString(), std::string("0"));
    }

    void stacksOfDifferentLengthAreDifferent()
    {
        const auto main = frame("main", "a.c", 1);
        const auto work = frame("work", "a.c", 2);
        const auto groups = foldStacks({{util::Rank(2), {}, {}, {work, main}, false},
                                        {util::Rank(0), {}, {}, {main}, false},
                                        {util::Rank(1), {}, {}, {work, main}, false}});
        QCOMPARE(groups.size(), 2u);
        QCOMPARE(groups[0].ranks.toString(), std::string("0"));
        QCOMPARE(groups[1].ranks.toString(), std::string("1-2"));
    }

    void framesOfShorterStacksAreLeftOut()
    {
        const auto groups = foldFrames({{util::Rank(0), {}, {}, {frame("a"), frame("main")}, false},
                                        {util::Rank(1), {}, {}, {frame("main")}, false}},
                                       1);
        QCOMPARE(groups.size(), 1u);
        QCOMPARE(groups[0].ranks.toString(), std::string("0"));
    }
};

QTEST_APPLESS_MAIN(TestFold)
#include "tst_fold.moc"
