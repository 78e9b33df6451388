// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLabel>
#include <QTreeView>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/print_tree.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/files_dialog.h"

namespace tst_files_dialog {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

QString text(const std::vector<FileNode>& nodes, int level = 0)
{
    QString all;
    for (const FileNode& node : nodes)
        all += QString(2 * level, u' ') + node.name + (node.isFolder() ? "/" : "") + '\n' + text(node.below, level + 1);
    return all;
}

struct Files : test::UiFixture
{
    Files()
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (!std::holds_alternative<debug::Describe>(command.request))
                return std::nullopt;
            debug::Description found;
            found.ranks = command.ranks;
            found.problem = problem;
            found.left = left;
            for (const char* const file : {"/work/a/src/ring.cpp", "/work/a/src/solve/relax.f90", "/usr/include/x.h"})
                found.names.push_back({file, ""});
            return debug::EngineReply{debug::DescriptionsReply{{found}}, {}};
        };
        QObject::connect(&dialog, &FilesDialog::chosen, [this](const debug::SourceLocation& where) {
            chosen << QString::fromStdString(where.file) + ":" + QString::number(where.line);
        });
    }
    void open()
    {
        dialog.show();
        dialog.activateWindow();
        settle();
    }
    [[nodiscard]] QTreeView* tree() const { return dialog.findChild<QTreeView*>(); }
    [[nodiscard]] QString words() const { return dialog.findChild<QLabel*>()->text(); }

    QWidget window;
    FilesDialog dialog{context, &window};
    std::string problem;
    std::uint64_t left = 0;
    QStringList chosen;
};

} // namespace

class TestFilesDialog : public QObject
{
    Q_OBJECT

private slots:
    void pathsBecomeATree_data()
    {
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QString>("tree");
        QTest::newRow("none") << QStringList{} << "";
        QTest::newRow("one") << QStringList{"/a/b/c.c"} << "/a/b/\n  c.c\n";
        QTest::newRow("folders first") << QStringList{"/a/z.c", "/a/b/c.c", "/a/b/d.c"}
                                       << "/a/\n  b/\n    c.c\n    d.c\n  z.c\n";
        QTest::newRow("chains") << QStringList{"/a/b/c/d.c", "/a/x/y/z.c"} << "/a/\n  b/c/\n    d.c\n  x/y/\n    z.c\n";
        QTest::newRow("a name that begins as another")
            << QStringList{"/a/b.c", "/a/b/c.c", "/a/bc/d.c"} << "/a/\n  b/\n    c.c\n  bc/\n    d.c\n  b.c\n";
        QTest::newRow("several outermost") << QStringList{"/usr/include/x.h", "/work/y.c", "/z.c", "/usrx/w.c"}
                                           << "/usrx/\n  w.c\n/work/\n  y.c\n/z.c\n/usr/include/\n  x.h\n";
        QTest::newRow("no folder") << QStringList{"x.c", "x.c", "", "/a/y.c"} << "/a/\n  y.c\nx.c\n";
    }
    void pathsBecomeATree()
    {
        QFETCH(QStringList, paths);
        QTEST(text(fileTree(paths)), "tree");
    }

    void aFileIsOpenedByKeys()
    {
        Files f;
        f.bringUp(4);
        f.settle();
        f.open();
        QVERIFY(f.words().startsWith("Files that code comes from"));
        QCOMPARE(f.tree()->model()->rowCount(), 2); // our own, and the system's
        QTest::keyClicks(f.tree(), "relax");
        f.settle();
        QModelIndex last = f.tree()->model()->index(0, 0);
        while (f.tree()->model()->hasChildren(last))
            last = f.tree()->model()->index(0, 0, last);
        QCOMPARE(last.data().toString(), "relax.f90");
        f.tree()->setCurrentIndex(last);
        f.tree()->setFocus();
        QTest::keyClick(f.tree(), Qt::Key_Return);
        f.settle();
        QCOMPARE(f.chosen, QStringList{"/work/a/src/solve/relax.f90:1"});
        QVERIFY(!f.dialog.isVisible());
    }

    void howManyAreMissingIsSaid()
    {
        Files f;
        f.bringUp(2);
        f.settle();
        f.open();
        QVERIFY2(!f.words().contains("more"), qPrintable(f.words()));
        f.left = 1234;
        f.dialog.hide();
        f.open();
        QVERIFY2(f.words().contains(QLocale().toString(1234) + " more are not listed"), qPrintable(f.words()));
    }

    void whyThereIsNothingIsSaid()
    {
        Files f;
        f.open();
        QVERIFY2(f.words().startsWith("There is no job"), qPrintable(f.words()));
        f.dialog.hide();
        f.bringUp(2);
        f.settle();
        f.problem = "nothing that is loaded has debug information";
        f.open();
        QCOMPARE(f.words(), "nothing that is loaded has debug information");
        f.problem.clear();
        f.dialog.hide();
        f.open();
        QCOMPARE(f.tree()->model()->rowCount(), 2);
    }
};

DBGR_TEST(TestFilesDialog, QApplication);

} // namespace tst_files_dialog

#include "tst_files_dialog.moc"
