// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/palette_role.h"
#include "ui/dialogs/search_palette.h"

#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTemporaryDir>

namespace tst_search_palette {

using namespace dbgr;
using namespace dbgr::ui;
using debug::Describe;

namespace {

struct Search : test::UiFixture
{
    Search()
    {
        write("ring.cpp", "int main()\n{\n\treturn work(1); // f\xc3\xbcr alle\n}\n");
        write("moved.f90", "  CALL WORK(2)\n  call rest\n");
        write("latin.c", "/* f\xfcr work */\n");
        window.resize(900, 600);
        palette = std::make_unique<SearchPalette>(
            context,
            [this](const QString& file) {
                const QString name = file.mid(file.lastIndexOf(u'/') + 1);
                return QStringList{"/no/such/place/" + name, folder.filePath(name)};
            },
            &window);
        QObject::connect(palette.get(), &SearchPalette::chosen, [this](const debug::SourceLocation& where) {
            chosen << QString::fromStdString(where.file) + ":" + QString::number(where.line);
        });
        window.show();
        window.activateWindow();
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            const auto* const describe = std::get_if<Describe>(&command.request);
            if (!describe || describe->what != Describe::What::Sources)
                return std::nullopt;
            debug::Description found;
            found.ranks = command.ranks;
            for (const std::string& file : files)
                found.names.push_back({file, ""});
            found.problem = problem;
            return debug::EngineReply{debug::DescriptionsReply{{found}}, {}};
        };
    }

    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    }
    [[nodiscard]] QLineEdit* line() const { return palette->findChild<QLineEdit*>("paletteLine"); }
    [[nodiscard]] QAbstractItemModel* model() const { return palette->findChild<QListView*>("paletteList")->model(); }
    [[nodiscard]] QString tip() const { return palette->findChild<QLabel*>()->text(); }
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        for (int row = 0; row < model()->rowCount(); ++row)
            rows << model()->index(row, 0).data().toString();
        return rows;
    }
    void lookFor(const QString& text)
    {
        palette->openAgain();
        settle();
        QTest::keyClicks(line(), text);
        settle();
    }

    QTemporaryDir folder;
    std::vector<std::string> files{"/src/ring.cpp", "/src/moved.f90", "/src/latin.c", "/src/gone.c"};
    std::string problem;
    QWidget window;
    std::unique_ptr<SearchPalette> palette;
    QStringList chosen;
};

} // namespace

class TestSearchPalette : public QObject
{
    Q_OBJECT

private slots:
    void linesOfAllFilesAreFound()
    {
        Search f;
        f.bringUp(4);
        f.settle();
        const QAbstractItemModelTester tester(f.model());
        f.lookFor("work(");
        QTRY_COMPARE(f.rows(), (QStringList{"ring.cpp:3   return work(1); // für alle", "moved.f90:1   CALL WORK(2)"}));
        QCOMPARE(f.tip(), "/src/ring.cpp:3");
        const QModelIndex first = f.model()->index(0, 0);
        const auto letters = first.data(PositionsRole).value<QList<int>>();
        QCOMPARE(letters.size(), 5);
        QCOMPARE(f.rows().at(0).mid(letters.first(), letters.size()), "work(");
        QTest::keyClick(f.line(), Qt::Key_Down);
        QTest::keyClick(f.line(), Qt::Key_Return);
        QCOMPARE(f.chosen, QStringList{"/src/moved.f90:1"});
        QVERIFY(!f.palette->isVisible());
    }

    void whatWasLookedForIsThereTheNextTime()
    {
        Search f;
        f.bringUp(4);
        f.settle();
        f.lookFor("rest");
        QTRY_COMPARE(f.rows().size(), 1);
        QTest::keyClick(f.line(), Qt::Key_Return);
        f.palette->openAgain();
        QCOMPARE(f.line()->text(), "rest");
        QCOMPARE(f.line()->selectedText(), "rest");
        f.settle();
        QTRY_COMPARE(f.rows(), QStringList{"moved.f90:2   call rest"});
        QTest::keyClicks(f.line(), "/f.r w/");
        QTRY_COMPARE(f.rows(), QStringList{"latin.c:1   /* für work */"});
    }

    void whatIsNotThereIsSaid()
    {
        Search f;
        f.palette->openAgain();
        QVERIFY2(f.tip().startsWith("There is no job"), qPrintable(f.tip()));
        f.bringUp(4);
        f.settle();
        f.lookFor("xyzzy");
        QTRY_COMPARE(f.tip(), "No line of 3 source files has that; 1 cannot be read on this machine");
        QTest::keyClicks(f.line(), "/(/");
        f.line()->setText("/(/");
        QTRY_VERIFY2(f.tip().contains("no regular expression"), qPrintable(f.tip()));
        f.problem = "nothing that is loaded has debug information";
        f.palette->hide();
        f.palette->openAgain();
        f.settle();
        QTRY_COMPARE(f.tip(), "nothing that is loaded has debug information");
    }

    void onlySoManyAreShown()
    {
        Search f;
        QByteArray many;
        for (std::size_t i = 0; i <= SearchPalette::kMostLines; ++i)
            many += "work\n";
        f.write("ring.cpp", many);
        f.bringUp(4);
        f.settle();
        f.lookFor("work");
        QTRY_COMPARE(f.rows().size(), qsizetype(SearchPalette::kMostLines) + 1);
        QCOMPARE(f.rows().last(), "There are more: type more of what you look for");
    }

    void filesOfOneNameAreSearchedOnce()
    {
        Search f;
        f.files = {"/one/ring.cpp", "/other/ring.cpp"};
        f.bringUp(4);
        f.settle();
        f.lookFor("main");
        QTRY_COMPARE(f.rows(), QStringList{"ring.cpp:1   int main()"});
    }

    void aSearchUnderWayEndsWithThePalette()
    {
        Search f;
        f.bringUp(4);
        f.settle();
        f.lookFor("work");
        f.palette.reset();
        f.settle();
        QVERIFY(f.chosen.isEmpty());
    }
};

DBGR_TEST(TestSearchPalette, QApplication);

} // namespace tst_search_palette

#include "tst_search_palette.moc"
