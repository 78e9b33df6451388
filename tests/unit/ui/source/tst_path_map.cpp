// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/settings/settings.h"
#include "ui/source/path_map.h"
#include "ui/source/path_map_model.h"

namespace tst_path_map {

using namespace dbgr::ui;

namespace {

QString text(const char* words)
{
    return QString::fromLatin1(words);
}

struct Store
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
};

} // namespace

class TestPathMap : public QObject
{
    Q_OBJECT

private slots:
    void theLongestFolderWins();
    void aFolderIsNoBeginningOfAName();
    void mapsBack();
    void isRemembered();
    void aNewMappingOfAFolderReplacesTheOld();
    void isDerivedWithoutTheCommonEnd_data();
    void isDerivedWithoutTheCommonEnd();
    void theTableEditsIt();
};

void TestPathMap::theLongestFolderWins()
{
    Store store;
    PathMap map(store.settings);
    map.set({{text("/build"), text("/here")}, {text("/build/lib/"), text("/opt/lib")}});
    QCOMPARE(map.toLocal(text("/build/src/a.c")), text("/here/src/a.c"));
    QCOMPARE(map.toLocal(text("/build/lib/b.c")), text("/opt/lib/b.c"));
    QCOMPARE(map.toLocal(text("/other/a.c")), std::nullopt);
}

void TestPathMap::aFolderIsNoBeginningOfAName()
{
    Store store;
    PathMap map(store.settings);
    map.add({text("/build/src"), text("/here")});
    QCOMPARE(map.toLocal(text("/build/src2/a.c")), std::nullopt);
    QCOMPARE(map.toLocal(text("/build/src/./x/../a.c")), text("/here/a.c"));
}

void TestPathMap::mapsBack()
{
    Store store;
    PathMap map(store.settings);
    map.add({text("/build"), text("/here")});
    QCOMPARE(map.toProgram(text("/here/src/a.c")), text("/build/src/a.c"));
}

void TestPathMap::isRemembered()
{
    Store store;
    PathMap(store.settings).add({text("/build"), text("/here")});
    PathMap later(store.settings);
    QCOMPARE(later.all(), (std::vector<PathMapping>{{text("/build"), text("/here")}}));
}

void TestPathMap::aNewMappingOfAFolderReplacesTheOld()
{
    Store store;
    PathMap map(store.settings);
    QSignalSpy changes(&map, &PathMap::changed);
    map.add({text("/build"), text("/one")});
    map.add({text("/build/"), text("/two")});
    map.add({text(""), text("/three")});
    QCOMPARE(map.all(), (std::vector<PathMapping>{{text("/build"), text("/two")}}));
    QCOMPARE(changes.count(), 2);
}

void TestPathMap::isDerivedWithoutTheCommonEnd_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("local");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("folders above") << "/build/job/src/a.c"
                                   << "/here/src/a.c"
                                   << "/build/job"
                                   << "/here";
    QTest::newRow("all folders") << "/build/old/a.c"
                                 << "/here/new/a.c"
                                 << "/build/old"
                                 << "/here/new";
    QTest::newRow("another name") << "/build/a.c"
                                  << "/here/b.c"
                                  << "/build/a.c"
                                  << "/here/b.c";
    QTest::newRow("deeper here") << "/src/a.c"
                                 << "/here/src/a.c"
                                 << "/src"
                                 << "/here/src";
}

void TestPathMap::isDerivedWithoutTheCommonEnd()
{
    QFETCH(QString, path);
    QFETCH(QString, local);
    const PathMapping mapping = PathMap::derive(path, local);
    QTEST(mapping.from, "from");
    QTEST(mapping.to, "to");
}

void TestPathMap::theTableEditsIt()
{
    Store store;
    PathMap map(store.settings);
    PathMapModel model(map);
    QAbstractItemModelTester tester(&model);
    const QModelIndex from = model.addRow();
    model.setData(from, text("/build"), Qt::EditRole);
    QVERIFY(map.all().empty()); // half a mapping is none
    model.setData(from.siblingAtColumn(PathMapModel::To), text("/here"), Qt::EditRole);
    QCOMPARE(map.toLocal(text("/build/a.c")), text("/here/a.c"));
    map.add({text("/lib"), text("/opt")}); // elsewhere
    QCOMPARE(model.rowCount(), 2);
    model.removeRow(0);
    QCOMPARE(map.all(), (std::vector<PathMapping>{{text("/lib"), text("/opt")}}));
}

DBGR_TEST(TestPathMap, QCoreApplication);

} // namespace tst_path_map

#include "tst_path_map.moc"
