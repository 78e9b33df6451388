// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dbgdaemon/fake_loader.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_link_map {

using namespace dbgr;
using namespace dbgr::keeper;
using namespace dbgr::test;

class TestLinkMap : public QObject
{
    Q_OBJECT

private slots:
    void readsTheListAndTheTrap()
    {
        FakeLoader loader;
        loader.load({"/lib/a.so", "./b.so"});
        LinkMapReader reader = loader.reader();
        const auto map = reader.read();
        QVERIFY(map);
        QCOMPARE(map->trap, RemoteAddress(FakeLoader::kTrap));
        QVERIFY(map->consistent);
        QCOMPARE(map->objects.size(), 3U);
        QCOMPARE(map->objects[0].name, "");
        QCOMPARE(map->objects[1].name, "/lib/a.so");
        QCOMPARE(map->objects[1].base, 0x10000U);
        QCOMPARE(map->objects[2].linkMap, RemoteAddress(FakeLoader::kList + 2 * FakeLoader::kEntry));
    }

    void aChangeUnderWayIsSeen()
    {
        FakeLoader loader;
        loader.setState(r_debug::RT_ADD);
        QVERIFY(!loader.reader().read()->consistent);
    }

    void relativeNamesAreThoseOfTheMappedFile()
    {
        FakeLoader loader;
        loader.load({"/lib/a.so", "./b.so", "linux-vdso.so.1", "c.so"});
        loader.mapped = {{0x20100, "/opt/app/b.so"}, {0x30100, "[vdso]"}};
        LinkMapReader reader = loader.reader();
        const auto map = reader.read();
        QCOMPARE(reader.pathOf(map->objects[1]), "/lib/a.so");
        QCOMPARE(reader.pathOf(map->objects[2]), "/opt/app/b.so");
        QCOMPARE(reader.pathOf(map->objects[3]), "[vdso]");
        QCOMPARE(reader.pathOf(map->objects[4]), "c.so");
    }

    void theLoaderIsNamedByItsMapping()
    {
        FakeLoader loader;
        loader.load({"/lib64/ld.so"});
        loader.loaderBase = 0x10000;
        loader.mapped = {{0x10100, "/usr/lib/ld.so"}};
        LinkMapReader reader = loader.reader();
        const auto map = reader.read();
        QCOMPARE(reader.pathOf(map->objects[1]), "/usr/lib/ld.so");
    }

    void nothingBeforeTheLoaderHasSetItselfUp()
    {
        FakeLoader loader;
        loader.setDebug(0);
        LinkMapReader reader = loader.reader();
        QVERIFY(!reader.read());
        loader.setDebug(FakeLoader::kDebug);
        QVERIFY(reader.read());
    }

    void anotherProgramIsReadAnew()
    {
        FakeLoader loader;
        LinkMapReader reader = loader.reader();
        QVERIFY(reader.trap());
        loader.setDebug(0);
        reader.forget();
        QVERIFY(!reader.trap());
        QCOMPARE(loader.text->reopened, 1);
    }

    void garbageIsNothing_data()
    {
        QTest::addColumn<quint64>("debug");
        QTest::newRow("out of memory") << (quint64{1} << 40);
        QTest::newRow("zeros") << quint64{0x7000};
    }
    void garbageIsNothing()
    {
        QFETCH(quint64, debug);
        FakeLoader loader;
        loader.setDebug(debug);
        QVERIFY(!loader.reader().read());
    }

    void programsOfAnotherWordSizeAreNotRead()
    {
        FakeLoader loader;
        loader.headerSize = 32;
        QVERIFY(!loader.reader().read());
    }

    void aListWithoutEndEnds()
    {
        FakeLoader loader;
        struct link_map entry
        {};
        entry.l_next = reinterpret_cast<struct link_map*>(FakeLoader::kList);
        loader.put(FakeLoader::kList, entry);
        QVERIFY(loader.reader().read()->objects.size() < 100000);
    }
};

DBGR_TEST(TestLinkMap);

} // namespace tst_link_map

#include "tst_link_map.moc"
