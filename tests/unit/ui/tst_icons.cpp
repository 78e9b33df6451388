// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/settings/settings.h"
#include "ui/theme/application_icon.h"
#include "ui/theme/theme.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QImage>
#include <QTemporaryDir>

namespace tst_icons {

using namespace dbgr::ui;

class TestIcons : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandThatNamesAnIconHasIt();
    void anIconHasTheColourOfTheTheme();
    void anIconIsDrawnAtTheDensityOfItsScreen();
    void theInstalledPicturesAreTheSameDrawing_data();
    void theInstalledPicturesAreTheSameDrawing();
};

void TestIcons::everyCommandThatNamesAnIconHasIt()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    Theme theme(settings);
    const Actions actions(settings, theme);
    for (const ActionInfo& info : actionTable())
        QVERIFY2(!*info.icon || !actions.get(info.name)->icon().isNull(), info.name);
}

void TestIcons::anIconHasTheColourOfTheTheme()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    const Theme theme(settings);
    const QImage image = theme.icon("kill", ColorRole::Accent).pixmap(16).toImage();
    QCOMPARE(image.pixelColor(8, 8), theme.color(ColorRole::Accent));
}

void TestIcons::anIconIsDrawnAtTheDensityOfItsScreen()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath("settings.ini"));
    const Theme theme(settings);
    const QPixmap pixmap = theme.icon("kill").pixmap(QSize(20, 20), 2.0);
    QCOMPARE(pixmap.size(), QSize(40, 40));
    QCOMPARE(pixmap.devicePixelRatio(), 2.0);
    const QIcon icon = theme.icon("kill");
    QCOMPARE(icon.pixmap(16, QIcon::Selected).toImage().pixelColor(8, 8), theme.color(ColorRole::AccentText));
    QCOMPARE(icon.pixmap(16, QIcon::Disabled).toImage().pixelColor(8, 8), theme.color(ColorRole::Border));
}

void TestIcons::theInstalledPicturesAreTheSameDrawing_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {48, 128, 256})
        QTest::addRow("%d", size) << size;
}

void TestIcons::theInstalledPicturesAreTheSameDrawing()
{
    QFETCH(int, size);
    const QImage file(QStringLiteral(DBGR_RESOURCES "/png/dbgr-%1.png").arg(size));
    QCOMPARE(file.size(), QSize(size, size));
    const QImage drawn = applicationIcon().pixmap(size).toImage().convertToFormat(file.format());
    // Edges may be smoothed a little otherwise by another Qt.
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x)
            QVERIFY(qAbs(qGray(file.pixel(x, y)) - qGray(drawn.pixel(x, y))) < 32);
    }
}

DBGR_TEST(TestIcons, QApplication);

} // namespace tst_icons

#include "tst_icons.moc"
