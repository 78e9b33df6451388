// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/settings/setting_keys.h"
#include "ui/theme/flat_style.h"
#include "ui/widgets/flat_tab_style.h"

#include <QApplication>
#include <QMenu>
#include <QStyleOptionMenuItem>
#include <QTabBar>

#include <algorithm>
#include <cmath>

namespace tst_flat_style {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

/// Of what stands out most on `ground`, as accessibility guidelines measure it.
double contrastOf(const QImage& image, const QRect& area, QColor ground)
{
    const auto light = [](QRgb color) {
        const auto linear = [](int part) {
            const double share = part / 255.0;
            return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
    };
    double best = 1;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            const double a = light(image.pixel(x, y)) + 0.05;
            const double b = light(ground.rgb()) + 0.05;
            best = std::max(best, std::max(a, b) / std::min(a, b));
        }
    }
    return best;
}

} // namespace

class TestFlatStyle : public QObject
{
    Q_OBJECT

private slots:
    void picturesGrowWithTheFace();
    void aSelectedMenuRowCanBeRead_data();
    void aSelectedMenuRowCanBeRead();
    void aTabWithNewsHasADot();
};

void TestFlatStyle::picturesGrowWithTheFace()
{
    test::UiFixture ui;
    const QStyle& style = *QApplication::style();
    const QStyle::PixelMetric metrics[] = {QStyle::PM_SmallIconSize, QStyle::PM_ButtonIconSize,
                                           QStyle::PM_TabBarIconSize, QStyle::PM_IndicatorWidth};
    QList<int> before;
    for (const QStyle::PixelMetric metric : metrics)
        before << style.pixelMetric(metric);
    ui.settings.set(setting::kInterfaceFontSize, 24);
    for (int i = 0; i < before.size(); ++i)
        QVERIFY2(style.pixelMetric(metrics[i]) >= before[i] * 3 / 2, qPrintable(QString::number(i)));
    ui.settings.set(setting::kInterfaceFontSize, 6);
    for (int i = 0; i < before.size(); ++i)
        QVERIFY(style.pixelMetric(metrics[i]) >= before[i] * 3 / 4);
}

void TestFlatStyle::aSelectedMenuRowCanBeRead_data()
{
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << "light";
    QTest::newRow("dark") << "dark";
}

void TestFlatStyle::aSelectedMenuRowCanBeRead()
{
    QFETCH(QString, theme);
    test::UiFixture ui;
    ui.settings.set(setting::kTheme, theme);
    QMenu menu;
    QAction* const action = menu.addAction(ui.theme.icon("continue"), "Continue");
    action->setShortcut(Qt::Key_F5);
    menu.popup({0, 0});
    menu.setActiveAction(action);
    const QImage image = menu.grab().toImage();
    const QRect row = menu.actionGeometry(action);
    const QColor ground = ui.theme.color(ColorRole::Accent);
    const int icon = row.left() + row.height() + 4;
    QVERIFY(contrastOf(image, QRect(row.left() + 2, row.top() + 2, icon - row.left() - 4, row.height() - 4), ground) >
            3);
    QVERIFY(contrastOf(image, QRect(icon + 4, row.top() + 2, 60, row.height() - 4), ground) > 4);
}

void TestFlatStyle::aTabWithNewsHasADot()
{
    test::UiFixture ui;
    QTabBar bar;
    FlatTabStyle::applyTo(bar, ui.theme);
    bar.addTab("Breakpoints");
    bar.addTab("Console");
    bar.show();
    const QImage before = bar.grab().toImage();
    FlatTabStyle::setNews(bar, 1, true);
    const QImage marked = bar.grab().toImage();
    QVERIFY(marked != before);
    QCOMPARE(marked.copy(bar.tabRect(0)), before.copy(bar.tabRect(0)));
    QCOMPARE(marked.size(), before.size()); // nothing moves
    QCOMPARE(bar.accessibleTabName(1), "Console, new output");
    FlatTabStyle::setNews(bar, 1, false);
    QCOMPARE(bar.grab().toImage(), before);
}

DBGR_TEST(TestFlatStyle, QApplication);

} // namespace tst_flat_style

#include "tst_flat_style.moc"
