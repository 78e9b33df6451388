// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/loaded_libraries.h"

#include <QtTest>

#include <algorithm>

namespace tst_loaded_libraries {

using namespace dbgr::util;

class TestLoadedLibraries : public QObject
{
    Q_OBJECT

private slots:
    void eachLibraryOnceByItsName();
    void nothingElseIsOne_data();
    void nothingElseIsOne();
    void namesThoseThatWeRunWith();
};

void TestLoadedLibraries::eachLibraryOnceByItsName()
{
    const auto found = librariesIn("7f00-7f01 r--p 00000000 fe:00 17 /usr/lib/libz.so.1.2.13\n"
                                   "7f01-7f02 r-xp 00001000 fe:00 17 /usr/lib/libz.so.1.2.13\n"
                                   "7f02-7f03 r--p 00000000 fe:00 18 /opt/with blanks/liba-2.1.so\n");
    QVERIFY((found == std::vector<std::string>{"/opt/with blanks/liba-2.1.so", "/usr/lib/libz.so.1.2.13"}));
}

void TestLoadedLibraries::nothingElseIsOne_data()
{
    QTest::addColumn<QByteArray>("maps");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a program") << QByteArray("55-56 r-xp 0 fe:00 1 /usr/bin/so\n");
    QTest::newRow("no file") << QByteArray("55-56 rw-p 0 00:00 0 [heap]\n55-56 rw-p 0 00:00 0\n");
    QTest::newRow("a cache") << QByteArray("55-56 r--p 0 fe:00 1 /etc/ld.sound\n");
    QTest::newRow("bytes") << QByteArray("/\n//\n\n\xff\xfe/.s\n");
}

void TestLoadedLibraries::nothingElseIsOne()
{
    QFETCH(QByteArray, maps);
    QVERIFY(librariesIn(maps.toStdString()).empty());
}

void TestLoadedLibraries::namesThoseThatWeRunWith()
{
    const auto isQt = [](const std::string& path) { return path.find("/libQt6Test.so.6.") != std::string::npos; };
    const auto libraries = loadedLibraries();
    const auto qt = std::ranges::find_if(libraries, isQt);
    QVERIFY(qt != libraries.end());
}

DBGR_TEST(TestLoadedLibraries);

} // namespace tst_loaded_libraries

#include "tst_loaded_libraries.moc"
