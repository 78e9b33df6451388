// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/bookmark_palette.h"
#include "ui/dialogs/palette_role.h"
#include "ui/source/bookmarks.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>

namespace tst_bookmark_palette {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Marked : test::UiFixture
{
    Marked()
    {
        window.resize(900, 600);
        palette = std::make_unique<BookmarkPalette>(context, bookmarks, &window);
        QObject::connect(palette.get(), &BookmarkPalette::chosen, [this](const debug::SourceLocation& where) {
            chosen << QString::fromStdString(where.file) + ":" + QString::number(where.line);
        });
        window.show();
        window.activateWindow();
        bookmarks.set({{"/src/ring.cpp", 3, "int a;"},
                       {"/src/ring.cpp", 41, "sum += x;", "here it goes wrong"},
                       {"/src/heat.f90", 7, "call relax(u)"}});
    }

    [[nodiscard]] QLineEdit* line() const { return palette->findChild<QLineEdit*>("paletteLine"); }
    [[nodiscard]] QAbstractItemModel* model() const { return palette->findChild<QListView*>("paletteList")->model(); }
    [[nodiscard]] QString tip() const { return palette->findChild<QLabel*>()->text(); }
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        for (int row = 0; row < model()->rowCount(); ++row)
            rows << model()->index(row, 0).data().toString() + "|" + model()->index(row, 0).data(DetailRole).toString();
        return rows;
    }

    Bookmarks bookmarks;
    QWidget window;
    std::unique_ptr<BookmarkPalette> palette;
    QStringList chosen;
};

} // namespace

class TestBookmarkPalette : public QObject
{
    Q_OBJECT

private slots:
    void allAreListedAndOneIsChosen()
    {
        Marked ui;
        ui.palette->open();
        QCOMPARE(ui.rows(), (QStringList{"call relax(u)|heat.f90:7", "int a;|ring.cpp:3",
                                         "here it goes wrong - sum += x;|ring.cpp:41"}));
        QVERIFY2(ui.tip().startsWith("/src/heat.f90:7"), qPrintable(ui.tip()));
        QTest::keyClicks(ui.line(), "wrong");
        QCOMPARE(ui.rows(), QStringList{"here it goes wrong - sum += x;|ring.cpp:41"});
        QTest::keyClick(ui.line(), Qt::Key_Return);
        QCOMPARE(ui.chosen, QStringList{"/src/ring.cpp:41"});
        QVERIFY(!ui.palette->isVisible());
    }
    void deleteRemovesTheOneThatIsSelected()
    {
        Marked ui;
        ui.palette->open();
        QTest::keyClick(ui.line(), Qt::Key_Down);
        QTest::keyClick(ui.line(), Qt::Key_Delete);
        QCOMPARE(ui.rows().size(), 2);
        QVERIFY2(ui.tip().startsWith("/src/ring.cpp:41"), qPrintable(ui.tip())); // the next one is selected
        QTest::keyClicks(ui.line(), "w");
        QTest::keyClick(ui.line(), Qt::Key_Home);
        QTest::keyClick(ui.line(), Qt::Key_Delete); // the letter
        QCOMPARE(ui.line()->text(), QString());
        QCOMPARE(ui.bookmarks.all().size(), std::size_t(2));
        QTest::keyClick(ui.line(), Qt::Key_Delete);
        QTest::keyClick(ui.line(), Qt::Key_Delete);
        QVERIFY(ui.bookmarks.all().empty());
        QVERIFY2(ui.tip().contains("Ctrl+M"), qPrintable(ui.tip()));
        QTest::keyClick(ui.line(), Qt::Key_Delete); // nothing is left
        QVERIFY(ui.palette->isVisible());
    }
    void whatIsLostSaysSo()
    {
        Marked ui;
        ui.bookmarks.follow({"/src/heat.f90", {}}, "program heat\n");
        ui.palette->open();
        QVERIFY2(ui.tip().contains("was not found near by"), qPrintable(ui.tip()));
    }
    void lettersThatNoneHasSaySo()
    {
        Marked ui;
        ui.palette->open();
        QTest::keyClicks(ui.line(), "qqq");
        QCOMPARE(ui.rows(), QStringList());
        QCOMPARE(ui.tip(), "No bookmark has these letters");
    }
};

DBGR_TEST(TestBookmarkPalette, QApplication);

} // namespace tst_bookmark_palette

#include "tst_bookmark_palette.moc"
