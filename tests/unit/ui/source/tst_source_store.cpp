// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/settings/settings.h"
#include "ui/source/path_map.h"
#include "ui/source/source_store.h"

namespace tst_source_store {

using namespace dbgr::ui;

namespace {

struct Files
{
    Files()
    {
        QObject::connect(&store, &SourceStore::read, &store, [this](const SourceText& text) { read.push_back(text); });
    }
    QString write(const QString& name, const QByteArray& bytes) const
    {
        const QString path = folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
        return path;
    }

    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    PathMap map{settings};
    SourceStore store{map};
    std::vector<SourceText> read;
};

} // namespace

class TestSourceStore : public QObject
{
    Q_OBJECT

private slots:
    void readsAFileWhereItIs();
    void findsWhatWasMoved();
    void aMappingFindsWhatWasMissing();
    void findsByNameBesideOtherSources();
    void tellsWhereItLooked();
    void readsLatin1WhenItIsNoUtf8();
    void showsNoBinaryAndNothingTooLarge();
    void readsAgainWhenAFileChanges();
    void readsAgainWhenAFileIsReplaced();
    void readsAgainWhenAFileComesBackLate_data();
    void readsAgainWhenAFileComesBackLate();
    void looksAgainWhenAsked();
    void isSilentAboutWhatIsForgotten();
};

void TestSourceStore::readsAFileWhereItIs()
{
    Files files;
    const QString path = files.write(QStringLiteral("a.c"), "int a;\r\nint b;\n");
    files.store.request(path);
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    QCOMPARE(files.read[0].local, path);
    QCOMPARE(files.read[0].text, QStringLiteral("int a;\nint b;\n"));
}

void TestSourceStore::findsWhatWasMoved()
{
    Files files;
    const QString path = files.write(QStringLiteral("new/src/a.c"), "moved");
    files.map.add({QStringLiteral("/nowhere/old"), files.folder.filePath(QStringLiteral("new"))});
    files.store.request(QStringLiteral("/nowhere/old/src/a.c"));
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    QCOMPARE(files.read[0].local, path);
}

void TestSourceStore::aMappingFindsWhatWasMissing()
{
    Files files;
    files.write(QStringLiteral("new/a.c"), "a");
    files.write(QStringLiteral("new/b.c"), "b");
    files.store.request(QStringLiteral("/nowhere/a.c"));
    files.store.request(QStringLiteral("/nowhere/b.c"));
    QTRY_COMPARE(files.read.size(), std::size_t(2));
    QVERIFY(!files.read[0].found() && !files.read[1].found());

    files.map.add({QStringLiteral("/nowhere"), files.folder.filePath(QStringLiteral("new"))});
    QTRY_COMPARE(files.read.size(), std::size_t(4));
    QVERIFY(files.read[2].found() && files.read[3].found());
}

void TestSourceStore::findsByNameBesideOtherSources()
{
    Files files;
    files.store.request(files.write(QStringLiteral("src/a.c"), "a"));
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    const QString b = files.write(QStringLiteral("src/b.c"), "b");
    files.store.request(QStringLiteral("/nowhere/b.c"));
    QTRY_COMPARE(files.read.size(), std::size_t(2));
    QCOMPARE(files.read[1].local, b);

    const QString c = files.write(QStringLiteral("work/sub/c.c"), "c");
    files.store.setFolders({files.folder.filePath(QStringLiteral("work"))});
    files.store.request(QStringLiteral("sub/c.c"));
    QTRY_COMPARE(files.read.size(), std::size_t(3));
    QCOMPARE(files.read[2].local, c);
}

void TestSourceStore::tellsWhereItLooked()
{
    Files files;
    files.map.add({QStringLiteral("/nowhere"), QStringLiteral("/nor/here")});
    files.store.request(QStringLiteral("/nowhere/a.c"));
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    QCOMPARE(files.read[0].tried, (QStringList{QStringLiteral("/nor/here/a.c"), QStringLiteral("/nowhere/a.c"),
                                               QDir::currentPath() + QStringLiteral("/a.c")}));
}

void TestSourceStore::readsLatin1WhenItIsNoUtf8()
{
    Files files;
    files.store.request(files.write(QStringLiteral("a.c"), "// gr\xfc\xdf"));
    files.store.request(files.write(QStringLiteral("b.c"), "// gr\xc3\xbc\xc3\x9f"));
    QTRY_COMPARE(files.read.size(), std::size_t(2));
    QCOMPARE(files.read[0].text, QStringLiteral("// gr\u00fc\u00df"));
    QCOMPARE(files.read[1].text, files.read[0].text);
}

void TestSourceStore::showsNoBinaryAndNothingTooLarge()
{
    Files files;
    files.store.request(files.write(QStringLiteral("a.c"), QByteArray("\x7f"
                                                                      "ELF\0\0",
                                                                      6)));
    const QString large = files.write(QStringLiteral("b.c"), "x");
    QVERIFY(QFile::resize(large, SourceStore::kMaxFileBytes + 1));
    files.store.request(large);
    QTRY_COMPARE(files.read.size(), std::size_t(2));
    QVERIFY(files.read[0].problem.contains(QStringLiteral("is no text")));
    QVERIFY(files.read[1].problem.contains(QStringLiteral("are not shown")));
}

void TestSourceStore::readsAgainWhenAFileChanges()
{
    Files files;
    const QString path = files.write(QStringLiteral("a.c"), "old");
    files.store.request(path);
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    files.write(QStringLiteral("a.c"), "new");
    QTRY_VERIFY(files.read.size() > 1 && files.read.back().text == QStringLiteral("new"));
}

void TestSourceStore::readsAgainWhenAFileIsReplaced()
{
    Files files;
    const QString path = files.write(QStringLiteral("a.c"), "old");
    files.store.request(path);
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    for (const char* const text : {"second", "third"}) { // as editors do: twice, for it must still be watched then
        const QString other = files.write(QStringLiteral("a.c.tmp"), text);
        QVERIFY(QFile::remove(path) && QFile::rename(other, path));
        QTRY_VERIFY(files.read.back().text == QLatin1String(text));
    }
}

void TestSourceStore::readsAgainWhenAFileComesBackLate_data()
{
    QTest::addColumn<bool>("folderToo");
    QTest::newRow("the file") << false;
    QTest::newRow("and its folder") << true;
}

void TestSourceStore::readsAgainWhenAFileComesBackLate()
{
    QFETCH(bool, folderToo);
    Files files;
    const QString path = files.write(QStringLiteral("src/deep/a.c"), "old");
    files.store.request(path);
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    for (const char* const text : {"second", "third"}) {
        QVERIFY(QFile::remove(path) && (!folderToo || QDir(files.folder.filePath("src")).removeRecursively()));
        QTRY_VERIFY(!files.read.back().found()); // it was looked for, and is not there
        files.write(QStringLiteral("src/deep/a.c"), text);
        QTRY_VERIFY(files.read.back().text == QLatin1String(text));
    }
    files.write(QStringLiteral("src/deep/a.c"), "last"); // it is watched as before
    QTRY_VERIFY(files.read.back().text == QStringLiteral("last"));
}

void TestSourceStore::looksAgainWhenAsked()
{
    Files files;
    const QString path = files.write(QStringLiteral("a.c"), "old");
    const QString late = files.folder.filePath(QStringLiteral("late.c"));
    files.store.request(path);
    files.store.request(late);
    QTRY_COMPARE(files.read.size(), std::size_t(2));
    files.write(QStringLiteral("late.c"), "here now");
    files.store.lookAgain();
    QTRY_COMPARE(files.read.size(), std::size_t(3));
    QCOMPARE(files.read[2].path, late);
    QCOMPARE(files.read[2].text, QStringLiteral("here now"));
    files.store.lookAgain(); // nothing is new: nothing comes before what is asked for next
    files.store.request(path);
    QTRY_COMPARE(files.read.size(), std::size_t(4));
    QCOMPARE(files.read[3].path, path);
}

void TestSourceStore::isSilentAboutWhatIsForgotten()
{
    Files files;
    const QString a = files.write(QStringLiteral("a.c"), "a");
    const QString b = files.write(QStringLiteral("b.c"), "b");
    files.store.request(a);
    files.store.forget(a);
    files.store.request(b);
    QTRY_COMPARE(files.read.size(), std::size_t(1));
    QCOMPARE(files.read[0].path, b);
}

DBGR_TEST(TestSourceStore, QCoreApplication);

} // namespace tst_source_store

#include "tst_source_store.moc"
