// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "debug/debug_error.h"
#include "tests/support/run/test_class.h"
#include "tests/support/session/builders.h"
#include "ui/stacks/frame_text.h"

namespace tst_frame_text {

using namespace dbgr;

class TestFrameText : public QObject
{
    Q_OBJECT

private slots:
    void functionsLoseTheirArguments_data();
    void functionsLoseTheirArguments();
    void namesFunctionPlaceAndModule();
    void saysWhatIsShown();
    void ranksThatMovedOnAreNoProblem();
};

void TestFrameText::functionsLoseTheirArguments_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none") << "main"
                          << "main";
    QTest::newRow("some") << "work(int, char**)"
                          << "work";
    QTest::newRow("const") << "ns::State::size() const"
                           << "ns::State::size";
    QTest::newRow("function type") << "apply(void (*)(int))"
                                   << "apply";
    QTest::newRow("call operator") << "Adder::operator()(int) const"
                                   << "Adder::operator()";
    QTest::newRow("call operator alone") << "Adder::operator()"
                                         << "Adder::operator()";
    QTest::newRow("anonymous namespace") << "(anonymous namespace)::work"
                                         << "(anonymous namespace)::work";
    QTest::newRow("anonymous namespace's") << "(anonymous namespace)::work(int)"
                                           << "(anonymous namespace)::work";
}

void TestFrameText::functionsLoseTheirArguments()
{
    QFETCH(const QString, function);
    QTEST(ui::withoutArguments(function), "expected");
}

void TestFrameText::namesFunctionPlaceAndModule()
{
    debug::Frame frame = test::frame("work(int)", "/src/ring.cpp", 41);
    frame.inlined = true;
    QCOMPARE(ui::placeText(frame), QStringLiteral("ring.cpp:41"));
    QCOMPARE(ui::frameTip(frame), QStringLiteral("work(int) (inlined)\n/src/ring.cpp:41\nin ring"));
    QCOMPARE(ui::frameTip(test::frame("")), QStringLiteral("no symbols\nin ring\nNo source is known for this frame."));
}

void TestFrameText::saysWhatIsShown()
{
    QCOMPARE(ui::stacksSummary(test::ranks("0-3"), 12, test::ranks("0-3")), QStringLiteral("4 ranks, 12 threads"));
    QCOMPARE(ui::stacksSummary(test::ranks("2"), 1, test::ranks("0-3")), QStringLiteral("1 of 4 ranks, 1 thread"));
    QCOMPARE(ui::placeSummary({}, {}, false), QString());
    QCOMPARE(ui::placeSummary(util::Rank(3), util::ThreadId(4711), true),
             QStringLiteral("rank 3, thread 4711, outer frames are left out"));
    QCOMPARE(ui::threadsSummary(3, 1), QStringLiteral("3 threads of 1 rank"));
}

void TestFrameText::ranksThatMovedOnAreNoProblem()
{
    const util::Error stale{debug::make_error_code(debug::Errc::Stale), "rank 1 ran on", ""};
    const util::Error timeout{std::make_error_code(std::errc::timed_out), "no answer", ""};
    QCOMPARE(ui::problemText(stale), QString());
    QCOMPARE(ui::problemText({{test::ranks("1"), stale}, {test::ranks("2-3"), timeout}}),
             QStringLiteral("ranks 2-3: no answer"));
}

DBGR_TEST(TestFrameText, QCoreApplication);

} // namespace tst_frame_text

#include "tst_frame_text.moc"
