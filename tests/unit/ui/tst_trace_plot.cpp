// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/theme/theme.h"
#include "ui/traces/trace_plot.h"

#include <cmath>
#include <limits>

namespace tst_trace_plot {

using namespace dbgr;
using namespace dbgr::ui;
using util::BreakpointId;
using util::Rank;

namespace {

/// Records of breakpoint 1, whose expressions are x and y.
struct Store
{
    Store()
    {
        for (const std::uint32_t id : {1U, 2U}) {
            debug::BreakpointSpec spec;
            spec.id = BreakpointId(id);
            spec.where = debug::FunctionName{"work"};
            spec.traced = {"x", "y"};
            traces.note(spec);
        }
    }
    void log(std::uint32_t rank, std::int64_t micros, const std::string& x, const std::string& y = "0",
             std::uint32_t id = 1)
    {
        const std::string problem = x.empty() ? "not allocated" : "";
        traces.add({{Rank(rank),
                     BreakpointId(id),
                     util::ThreadId(1),
                     std::chrono::microseconds(micros),
                     {{x, problem}, {y, ""}}}});
    }
    [[nodiscard]] TraceCurves curves(TraceAxis axis, std::size_t expression = 0) const
    {
        return curvesOf(traces, BreakpointId(1), expression, axis);
    }
    /// "0: 0,1 0.5,2; 3: 1,7"
    [[nodiscard]] QString text(TraceAxis axis, std::size_t expression = 0) const
    {
        QStringList all;
        for (const TraceCurve& curve : curves(axis, expression).curves) {
            QStringList points;
            for (const QPointF& point : curve.points)
                points << QString("%1,%2").arg(point.x()).arg(point.y());
            all << QString("%1: %2").arg(curve.rank.value()).arg(points.join(' '));
        }
        return all.join("; ");
    }

    session::TraceStore traces;
};

struct Plot : test::UiFixture
{
    Plot()
    {
        plot.resize(400, 240);
        plot.show();
        plot.activateWindow();
        plot.setFocus();
    }
    /// How many pixels are of a colour of its own: neither grey nor the background.
    [[nodiscard]] int colored() const
    {
        const QImage image = const_cast<TracePlot&>(plot).grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += image.pixelColor(x, y).hsvSaturation() > 100 ? 1 : 0;
        }
        return count;
    }
    void key(Qt::Key key) { QTest::keyClick(&plot, key); }

    TracePlot plot{theme};
};

} // namespace

class TestTracePlot : public QObject
{
    Q_OBJECT

private slots:
    void valuesBecomeCurvesByRank()
    {
        Store store;
        store.log(3, 5'000'000, "1", "10");
        store.log(0, 5'500'000, "-2.5", "11");
        store.log(3, 7'000'000, "1e3", "12");
        store.log(3, 8'000'000, "99", "99", 2); // of another tracepoint
        QCOMPARE(store.text(TraceAxis::Time), "0: 0.5,-2.5; 3: 0,1 2,1000");
        QCOMPARE(store.text(TraceAxis::Visit), "0: 1,-2.5; 3: 1,1 2,1000");
        QCOMPARE(store.text(TraceAxis::Rank), "0: 0,-2.5; 3: 3,1000");
        QCOMPARE(store.text(TraceAxis::Time, 1), "0: 0.5,11; 3: 0,10 2,12");
        QCOMPARE(store.text(TraceAxis::Time, 2), "");
    }

    void whatIsNoNumberIsCounted()
    {
        Store store;
        for (const char* const value : {"nan", "-nan", "inf", "+Inf", "\"text\"", "1 2", "(1, 2)", "", "0x10"})
            store.log(1, 1, value);
        QVERIFY(store.curves(TraceAxis::Time).empty());
        QCOMPARE(store.curves(TraceAxis::Time).left, std::size_t(9));
        store.log(1, 2, "7");
        QCOMPARE(store.text(TraceAxis::Visit), "1: 10,7"); // it was the tenth time
    }

    void ticksAreRoundNumbers_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("most");
        QTest::addColumn<QString>("ticks");
        QTest::newRow("ones") << 0.0 << 5.0 << 6 << "0 1 2 3 4 5";
        QTest::newRow("twos") << 0.0 << 10.0 << 6 << "0 2 4 6 8 10";
        QTest::newRow("fives") << -7.0 << 13.0 << 5 << "-5 0 5 10";
        QTest::newRow("small") << 0.0012 << 0.0018 << 4 << "0.0012 0.0014 0.0016 0.0018";
        QTest::newRow("large") << 1e300 << 3e300 << 4 << "1e+300 2e+300 3e+300";
        QTest::newRow("none fits") << 0.1 << 0.11 << 2 << "0.1 0.11";
        QTest::newRow("too near for numbers") << 1.0 << std::nextafter(1.0, 2.0) << 5 << "";
    }
    void ticksAreRoundNumbers()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, most);
        QFETCH(QString, ticks);
        const std::vector<double> found = ticksBetween(low, high, most);
        QVERIFY(found.size() <= std::size_t(most));
        QStringList texts;
        for (const double tick : found) {
            QVERIFY(tick >= low - (high - low) * 1e-6 && tick <= high + (high - low) * 1e-6);
            texts << QString::number(tick, 'g', 6);
        }
        QCOMPARE(texts.join(' '), ticks);
    }

    void curvesAreDrawn()
    {
        Plot f;
        f.plot.setCurves({}, TraceAxis::Time, "Nothing is logged yet");
        QCOMPARE(f.colored(), 0);
        QCOMPARE(f.plot.accessibleDescription(), "Nothing is logged yet");
        Store store;
        for (int i = 0; i < 10; ++i)
            store.log(i % 2, i * 1000, std::to_string(i * i));
        f.plot.setCurves(store.curves(TraceAxis::Time), TraceAxis::Time, "");
        const int few = f.colored();
        QVERIFY2(few > 100, qPrintable(QString::number(few)));
        QVERIFY(f.plot.accessibleDescription().startsWith("2 curves"));
        for (int i = 0; i < 100000; ++i) // as many as fit into the room of a column
            store.log(2, 10000 + i, std::to_string(i % 7));
        f.plot.setCurves(store.curves(TraceAxis::Time), TraceAxis::Time, "");
        QVERIFY(f.colored() > few);
    }

    void oneValueHasRoom_data()
    {
        QTest::addColumn<QString>("value");
        for (const char* const value : {"0", "-5", "1e308", "-1e308", "5e-324"})
            QTest::newRow(value) << value;
    }
    void oneValueHasRoom()
    {
        QFETCH(QString, value);
        Store store;
        store.log(4, 1, value.toStdString());
        Plot f;
        for (const TraceAxis axis : {TraceAxis::Time, TraceAxis::Visit, TraceAxis::Rank}) {
            f.plot.setCurves(store.curves(axis), axis, "");
            QVERIFY(f.colored() > 5);
        }
    }

    void keysTellSingleValues()
    {
        Store store;
        store.log(0, 1'000'000, "0.30000000000000004");
        store.log(0, 1'500'000, "2");
        store.log(5, 2'000'000, "3");
        Plot f;
        f.plot.setCurves(store.curves(TraceAxis::Time), TraceAxis::Time, "");
        f.key(Qt::Key_Right);
        QCOMPARE(f.plot.chosenText(), "Rank 0, after 0.000000 s: 0.30000000000000004");
        f.key(Qt::Key_Right);
        QCOMPARE(f.plot.chosenText(), "Rank 0, after 0.500000 s: 2");
        f.key(Qt::Key_Right); // the last one
        QCOMPARE(f.plot.chosenText(), "Rank 0, after 0.500000 s: 2");
        QCOMPARE(f.plot.accessibleDescription(), f.plot.chosenText());
        f.key(Qt::Key_Down);
        QCOMPARE(f.plot.chosenText(), "Rank 5, after 1.000000 s: 3");
        f.key(Qt::Key_Up);
        f.key(Qt::Key_End);
        QCOMPARE(f.plot.chosenText(), "Rank 0, after 0.500000 s: 2");
        f.key(Qt::Key_Home);
        store.log(0, 3'000'000, "9");
        f.plot.setCurves(store.curves(TraceAxis::Time), TraceAxis::Time, ""); // more have come
        QCOMPARE(f.plot.chosenText(), "Rank 0, after 0.000000 s: 0.30000000000000004");
        f.plot.setCurves(store.curves(TraceAxis::Rank), TraceAxis::Rank, "");
        QCOMPARE(f.plot.chosenText(), "");
        f.key(Qt::Key_Home);
        f.key(Qt::Key_Right);
        QCOMPARE(f.plot.chosenText(), "Rank 5: 3");
        f.key(Qt::Key_Left);
        QCOMPARE(f.plot.chosenText(), "Rank 0: 9");
    }

    void thePointerTellsTheNearestValue()
    {
        Store store;
        store.log(0, 1'000'000, "1");
        store.log(0, 2'000'000, "2");
        Plot f;
        f.plot.setCurves(store.curves(TraceAxis::Visit), TraceAxis::Visit, "");
        QString told;
        for (int x = 0; x < f.plot.width() && told.isEmpty(); x += 4) {
            for (int y = 0; y < f.plot.height() && told.isEmpty(); y += 4) {
                QMouseEvent move(QEvent::MouseMove, QPointF(x, y), f.plot.mapToGlobal(QPointF(x, y)), Qt::NoButton,
                                 Qt::NoButton, Qt::NoModifier);
                QApplication::sendEvent(&f.plot, &move);
                told = f.plot.chosenText();
            }
        }
        QCOMPARE(told, "Rank 0, visit 1: 1"); // the leftmost is met first
    }
};

DBGR_TEST(TestTracePlot, QApplication);

} // namespace tst_trace_plot

#include "tst_trace_plot.moc"
