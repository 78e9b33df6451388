// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/go_to_palette.h"
#include "ui/dialogs/palette_role.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QVBoxLayout>

namespace tst_go_to_palette {

using namespace dbgr;
using namespace dbgr::ui;
using debug::Describe;

namespace {

struct GoTo : test::UiFixture
{
    GoTo()
    {
        window.resize(800, 600);
        auto* const layout = new QVBoxLayout(&window);
        layout->addWidget(&editor);
        palette = std::make_unique<GoToPalette>(context, &window);
        QObject::connect(palette.get(), &GoToPalette::chosen, [this](const debug::SourceLocation& where) {
            chosen << QString::fromStdString(where.file) + ":" + QString::number(where.line);
        });
        window.show();
        window.activateWindow();
        editor.setFocus();
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            const auto* const describe = std::get_if<Describe>(&command.request);
            if (!describe)
                return std::nullopt;
            asked << QString::fromStdString(describe->text);
            debug::Description found;
            found.ranks = command.ranks;
            if (describe->what == Describe::What::Globals || describe->what == Describe::What::Types)
                found.names = dataLike(*describe);
            else if (describe->what == Describe::What::Statics)
                found.names = {};
            else if (describe->what == Describe::What::Sources)
                found.names = {{"/src/ring.cpp", ""}, {"/src/solve/solver.f90", ""}};
            else if (describe->text.empty() || describe->text == "sweep")
                found.names = {{"main", "", "/src/ring.cpp:200"},
                               {"work(int)", "", "/src/ring.cpp:41"},
                               {"solver_mod::relax", "", "/src/solve/solver.f90:12"},
                               {"without", "", ""}};
            if (describe->what == Describe::What::Functions && !describe->text.empty() && describe->text != "sweep")
                found.names = {{"work(int)", "", "/src/ring.cpp:41"},
                               {"worker", "", "/src/ring.cpp:50"},
                               {"solver_mod::relax", "", "/src/solve/solver.f90:12"},
                               {"a::twice()", "", "/src/ring.cpp:60"},
                               {"b::twice()", "", "/src/ring.cpp:70"},
                               {"void fold<int>(int)", "", "/src/fold.h:3"}, // as the demangler writes templates
                               {"void fold<double>(double)", "", "/src/fold.h:3"},
                               {"std::vector<int> geo::make<int>()", "", "/src/fold.h:9"},
                               {"Work()", "", "/src/other.cpp:1"}};
            if (describe->text == "sweep" && describe->what == Describe::What::Functions)
                found.names = {{"sweep", "", "/src/sweep.c:7"}};
            found.left = describe->what == Describe::What::Functions && describe->text.empty() ? left : 0;
            return debug::EngineReply{debug::DescriptionsReply{{found}}, {}};
        };
    }

    /// Those whose names have the letters, as the engine finds them.
    static std::vector<debug::DescribedName> dataLike(const Describe& asked)
    {
        std::vector<debug::DescribedName> all;
        if (asked.what == Describe::What::Globals)
            all = {{"shop::stock", "int", "/src/shop.cpp:2"},
                   {"grid", "Grid", "/src/grid.cpp:5"},
                   {"place", "int", "without_line.c"}};
        else
            all = {{"Grid", "", "/src/grid.h:3"},
                   {"Node", "", "/src/node.h:7"},
                   {"old::Node", "", "/src/old.h:9"},
                   {"make", "", "/src/work.h:1"}};
        std::erase_if(all, [&](const debug::DescribedName& one) {
            return !QString::fromStdString(one.name).contains(QString::fromStdString(asked.text), Qt::CaseInsensitive);
        });
        return all;
    }
    [[nodiscard]] QLineEdit* line() const { return palette->findChild<QLineEdit*>("paletteLine"); }
    [[nodiscard]] QAbstractItemModel* model() const { return palette->findChild<QListView*>("paletteList")->model(); }
    [[nodiscard]] QString tip() const { return palette->findChild<QLabel*>()->text(); }
    void type(const QString& text)
    {
        palette->open();
        settle();
        QTest::keyClicks(line(), text);
    }
    [[nodiscard]] QStringList rows() const
    {
        QStringList rows;
        for (int row = 0; row < model()->rowCount(); ++row)
            rows << model()->index(row, 0).data().toString() + " " + model()->index(row, 0).data(DetailRole).toString();
        return rows;
    }

    QWidget window;
    QLineEdit editor;
    std::unique_ptr<GoToPalette> palette;
    std::uint64_t left = 0;
    QStringList asked;
    QStringList chosen;
};

} // namespace

class TestGoToPalette : public QObject
{
    Q_OBJECT

private slots:
    void filesAndFunctionsOfTheLeadingRankAreListed()
    {
        GoTo f;
        f.bringUp(4);
        f.settle();
        const QAbstractItemModelTester tester(f.model());
        f.palette->open();
        f.settle();
        QCOMPARE(f.rows(),
                 (QStringList{"ring.cpp /src", "solver.f90 /src/solve", "main ring.cpp:200", "work(int) ring.cpp:41",
                              "solver_mod::relax solver.f90:12", "shop::stock shop.cpp:2", "grid grid.cpp:5",
                              "Grid grid.h:3", "Node node.h:7", "old::Node old.h:9", "make work.h:1"}));
        QCOMPARE(f.fake->last<Describe>().command.ranks.toString(), std::string("0"));
        QCOMPARE(f.tip(), "/src/ring.cpp");
    }

    void aFewLettersFindThem_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("goesTo");
        QTest::newRow("function") << "work"
                                  << "/src/ring.cpp:41";
        QTest::newRow("letters of it") << "srlx"
                                       << "/src/solve/solver.f90:12";
        QTest::newRow("file") << "ring.cpp"
                              << "/src/ring.cpp:1";
        QTest::newRow("file and line") << "ring.cpp:77"
                                       << "/src/ring.cpp:77";
        QTest::newRow("a line is being typed") << "solver.f90:"
                                               << "/src/solve/solver.f90:1";
        QTest::newRow("with its module") << "solver_mod::re"
                                         << "/src/solve/solver.f90:12";
        QTest::newRow("variable") << "stck"
                                  << "/src/shop.cpp:2";
        QTest::newRow("type, and another line of its file") << "Node:40"
                                                            << "/src/node.h:40";
    }
    void aFewLettersFindThem()
    {
        QFETCH(QString, typed);
        QFETCH(QString, goesTo);
        GoTo f;
        f.bringUp(4);
        f.settle();
        f.type(typed);
        QTest::keyClick(f.line(), Qt::Key_Return);
        QCOMPARE(f.chosen, QStringList{goesTo});
        QVERIFY(!f.palette->isVisible());
    }

    void ofManyThoseWithTheLettersAreAskedFor()
    {
        GoTo f;
        f.left = 90000;
        f.bringUp(4);
        f.settle();
        f.type("sweep");
        QTRY_VERIFY(f.asked.contains("sweep"));
        f.settle();
        QVERIFY(!f.asked.contains("swee")); // not at each letter
        QVERIFY(f.rows().contains("sweep sweep.c:7"));
    }

    void aDefinitionIsGoneToAtOnce_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("goesTo");
        QTest::newRow("with arguments") << "work"
                                        << "/src/ring.cpp:41";
        QTest::newRow("of a module, in another case") << "RELAX"
                                                      << "/src/solve/solver.f90:12";
        QTest::newRow("instances of a template are at one place") << "fold"
                                                                  << "/src/fold.h:3";
        QTest::newRow("a template that returns one") << "make"
                                                     << "/src/fold.h:9";
        QTest::newRow("what it returns is not its name") << "vector"
                                                         << "";
        QTest::newRow("C++ tells cases apart") << "Work"
                                               << "/src/other.cpp:1";
        QTest::newRow("a variable") << "stock"
                                    << "/src/shop.cpp:2";
        QTest::newRow("a variable is not its type") << "grid"
                                                    << "/src/grid.cpp:5";
        QTest::newRow("a type") << "Grid"
                                << "/src/grid.h:3";
        QTest::newRow("two types") << "Node"
                                   << "";
        QTest::newRow("a variable of which only the file is known") << "place"
                                                                    << "";
        QTest::newRow("there are two") << "twice"
                                       << "";
        QTest::newRow("only the beginning") << "wor"
                                            << "";
        QTest::newRow("nobody has it") << "xyzzy"
                                       << "";
    }
    void aDefinitionIsGoneToAtOnce()
    {
        QFETCH(QString, name);
        QFETCH(QString, goesTo);
        GoTo f;
        f.bringUp(4);
        f.settle();
        f.palette->openFor(name);
        f.settle();
        QCOMPARE(f.chosen.join(" "), goesTo);
        QCOMPARE(f.palette->isVisible(), goesTo.isEmpty());
        QVERIFY(f.asked.contains(name)); // however many functions there are
        if (goesTo.isEmpty()) {
            QCOMPARE(f.line()->text(), name);
            QCOMPARE(f.line()->selectedText(), name); // the next letter replaces it
            f.palette->openFor("work");
            f.settle();
            QCOMPARE(f.chosen, QStringList{"/src/ring.cpp:41"});
        }
    }

    void whyThereIsNothingIsSaid()
    {
        GoTo f;
        f.palette->open();
        QVERIFY(f.tip().startsWith("There is no job"));
        f.bringUpRunning(2);
        f.settle();
        f.palette->open();
        f.settle();
        QVERIFY2(f.tip().contains("still running"), qPrintable(f.tip()));
        f.fake->stop(test::ranks("0-1"), test::breakpointHit(1));
        f.settle();
        f.palette->open();
        f.settle();
        QTest::keyClicks(f.line(), "xyzzy");
        QCOMPARE(f.tip(), "No function, file, variable or type has these letters in its name");
    }
};

DBGR_TEST(TestGoToPalette, QApplication);

} // namespace tst_go_to_palette

#include "tst_go_to_palette.moc"
