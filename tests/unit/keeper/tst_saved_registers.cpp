// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the registers that a debugger has put aside are those of a thread that it made call something.
#include "keeper/trace/saved_registers.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_saved_registers {

using namespace dbgr;
using namespace dbgr::keeper;

namespace {

constexpr util::ThreadId kOne(1), kTwo(2);

RegisterState state(unsigned char mark)
{
    RegisterState made;
    made.general = RegisterBytes(1, std::byte{mark});
    return made;
}

/// "1:a 2:c": threads, and what they were at.
QString calls(SavedRegisters& saved)
{
    QStringList words;
    for (const SavedRegisters::Saved& one : saved.takeCalls())
        words += QString("%1:%2").arg(one.thread.value()).arg(QChar(std::to_integer<int>(one.state.general[0])));
    return words.join(' ');
}

} // namespace

class TestSavedRegisters : public QObject
{
    Q_OBJECT

private slots:
    void whoWasNotSentAnywhereIsInNoCall()
    {
        SavedRegisters saved;
        static_cast<void>(saved.add(kOne, state('a')));
        QCOMPARE(calls(saved), QString());
    }

    void theOutermostCallCounts()
    {
        SavedRegisters saved;
        static_cast<void>(saved.add(kOne, state('a')));
        saved.sent(kOne);
        saved.ran(kOne);
        static_cast<void>(saved.add(kOne, state('b')));
        saved.sent(kOne);
        static_cast<void>(saved.add(kTwo, state('c')));
        saved.sent(kTwo);
        QCOMPARE(calls(saved), QString("1:a 2:c"));
        QCOMPARE(calls(saved), QString());
    }

    void oneThatRanOnIsOfThePast()
    {
        SavedRegisters saved;
        const auto id = saved.add(kOne, state('a'));
        saved.ran(kOne);
        saved.sent(kOne); // for something else
        QVERIFY(!saved.take(id));
        QCOMPARE(calls(saved), QString());
    }

    void whatIsTakenBackIsGoneWithLaterOnes()
    {
        SavedRegisters saved;
        const auto outer = saved.add(kOne, state('a'));
        const auto inner = saved.add(kOne, state('b'));
        const auto other = saved.add(kTwo, state('c'));
        QCOMPARE(std::to_integer<char>(saved.take(outer)->state.general[0]), 'a');
        QVERIFY(!saved.take(inner) && !saved.take(outer));
        QVERIFY(saved.take(other));
    }

    void aThreadThatEndedTakesItsOwnAlong()
    {
        SavedRegisters saved;
        for (const auto thread : {kOne, kTwo}) {
            static_cast<void>(saved.add(thread, state('a')));
            saved.sent(thread);
        }
        saved.forget(kOne);
        QCOMPARE(calls(saved), QString("2:a"));
    }

    void theOldestGoFirst()
    {
        SavedRegisters saved;
        const auto first = saved.add(kOne, state('a'));
        for (std::size_t i = 1; i <= SavedRegisters::kMost; ++i)
            static_cast<void>(saved.add(kTwo, state('b')));
        QVERIFY(!saved.take(first));
        QVERIFY(saved.take(first + 1));
    }
};

DBGR_TEST(TestSavedRegisters);

} // namespace tst_saved_registers

#include "tst_saved_registers.moc"
