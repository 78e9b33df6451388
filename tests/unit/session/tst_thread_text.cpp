// SPDX-License-Identifier: GPL-3.0-or-later
// Threads of many ranks in words.
#include "session/thread_text.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"

#include <QTest>

namespace tst_thread_text {

using namespace dbgr;
using namespace dbgr::session;
using debug::ThreadNumbers;
using debug::ThreadRole;
using test::ranks;

namespace {

/// "0-3.1 0.2": of ranks 0 to 3 thread 1, of rank 0 thread 2.
ThreadNumbers threads(const QString& text)
{
    ThreadNumbers made;
    for (const QString& word : text.split(' ', Qt::SkipEmptyParts)) {
        const auto parts = word.split('.');
        made.insert(ranks(parts[0].toStdString()), {parts[1].toUInt()});
    }
    return made;
}

} // namespace

class TestThreadText : public QObject
{
    Q_OBJECT

private slots:
    void threadsOfRanksAreShort_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("size");
        const auto row = [](const char* set, const char* text, int size) { QTest::newRow(set) << set << text << size; };
        row("", "", 0);
        row("7.1", "7.1", 1);
        row("0-3.1 0-3.2 0-3.3", "0-3.1-3", 12);
        row("0-3.1 0.2 0.3", "0-3.1, 0.2-3", 6);
        row("0-3.2 0.1 0-3.3", "0.1, 0-3.2-3", 9);
        row("0,2.1 0,2.3", "(0,2).(1,3)", 4);
        row("0.1 1.1 2.1", "0-2.1", 3);
        row("0.1 1.2 2.3 3.4 4.5 5.6 6.7 7.7 8.8", "0.1, 1.2, 2.3, 3.4, 4.5, 5.6, and 3 more", 9);
        row("0-63,65,67,69,71,73,75,77,79,81,83.1", "(0-63,65,67,69,71,... (74 ranks)).1", 74);
    }
    void threadsOfRanksAreShort()
    {
        QFETCH(QString, set);
        const ThreadNumbers made = threads(set);
        QTEST(QString::fromStdString(shortThreads(made)), "text");
        QTEST(static_cast<int>(made.size()), "size");
    }

    void setsAreJoinedAndTakenApart()
    {
        ThreadNumbers all = threads("0-3.1 0-3.2");
        all |= threads("4.2 0.3");
        QVERIFY(all == threads("0-3.1 0-4.2 0.3") && all.ranks() == ranks("0-4"));
        all -= threads("0-3.1 1-2.2 9.9");
        QVERIFY(all == threads("0,3-4.2 0.3"));
        all -= all;
        QVERIFY(all.empty() && all.ranks().empty());
    }

    void kindsAreToldApart()
    {
        debug::ThreadSet set;
        set.insert({ThreadRole::OpenMpWorker, "ring"}, threads("0-3.2"));
        set.insert({ThreadRole::Unknown, "ring"}, threads("0-3.1"));
        set.insert({ThreadRole::OpenMpWorker, "ring"}, threads("0-3.3"));
        set.insert({ThreadRole::MpiProgress, ""}, threads("0.4"));
        set.insert({ThreadRole::Unknown, "none"}, {});
        QCOMPARE(QString::fromStdString(describe(set)),
                 QString("0-3.1 ring; 0-3.2-3 ring (OpenMP worker); 0.4 (MPI progress)"));
    }
};

DBGR_TEST(TestThreadText);

} // namespace tst_thread_text

#include "tst_thread_text.moc"
