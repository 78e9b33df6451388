// SPDX-License-Identifier: GPL-3.0-or-later
// The archive that nodes are given: what is in it, when it is made, and when it is not taken.
#include "session/remote/push/daemon_archive.h"
#include "session/remote/remote_error.h"
#include "tests/support/net/run_until.h"
#include "tests/support/run/test_class.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_daemon_archive {

using namespace dbgr;
using namespace dbgr::session;

class TestDaemonArchive : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_loop = net::EventLoop::create().value();
        m_folder = std::make_unique<QTemporaryDir>();
        const QString programs = m_folder->filePath("the programs");
        QVERIFY(QDir().mkpath(programs));
        for (const char* name : {"dbgd", "dbgd-keeper"}) { // small, but with libraries
            QVERIFY(QFile::copy(QStandardPaths::findExecutable("tar"), programs + '/' + name));
            QVERIFY(
                QFile::setPermissions(programs + '/' + name, QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
        }
        m_source = {{(programs + "/dbgd").toStdString(), (programs + "/dbgd-keeper").toStdString()},
                    "",
                    m_folder->filePath("cache/of mine").toStdString()};
        m_packings = 0;
    }

    void hasProgramsWithTheirLibrariesButNotTheCLibrary()
    {
        const auto sum = make();
        QVERIFY2(sum, sum ? "" : sum.error().message().c_str());
        const QStringList archives = inCache("*.tar.gz");
        QCOMPARE(archives.size(), 1);
        QVERIFY(archives.constFirst().startsWith("daemons-" DBGR_VERSION "-"));
        const QString path = QString::fromStdString(m_source.folder) + '/' + archives.constFirst();
        QCOMPARE(QFile::permissions(path) &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex(),
                 QByteArray::fromStdString(*sum));
        QProcess tar;
        tar.start("tar", {"-tzf", path});
        QVERIFY(tar.waitForFinished());
        const QList<QByteArray> names = tar.readAllStandardOutput().split('\n');
        QVERIFY(names.contains("bin/dbgd") && names.contains("bin/dbgd-keeper"));
        QProcess ldd;
        ldd.start("ldd", {QString::fromStdString(m_source.programs.front())});
        QVERIFY(ldd.waitForFinished());
        QStringList missing;
        int needed = 0;
        for (const QByteArray& line : ldd.readAllStandardOutput().split('\n'))
            if (const QByteArray name = line.trimmed().split(' ').value(0);
                line.contains("=> /") && name != "libc.so.6") {
                ++needed;
                if (!names.contains("lib/dbgr/" + name))
                    missing += name;
            }
        QVERIFY2(needed > 0 && missing.isEmpty(), qPrintable(missing.join(' ')));
        for (const char* own : {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2"})
            QVERIFY2(!names.contains(QByteArray("lib/dbgr/") + own), own);
        QCOMPARE(inCache("*").size(), 2); // with its checksum; nothing else is left
    }

    void isMadeOnceAndAnewForOtherPrograms()
    {
        QVERIFY(make() && make() && m_packings == 1);
        QFile program(QString::fromStdString(m_source.programs.front()));
        QVERIFY(program.open(QIODevice::Append) && program.write("x") == 1);
        program.close();
        QVERIFY(make());
        QCOMPARE(m_packings, 2);
        QCOMPARE(inCache("*.tar.gz").size(), 2); // the one before may be in use
    }

    void twoThatAskAreAnsweredByOne()
    {
        DaemonArchive archive(*m_loop, m_source, [this] { ++m_packings; });
        int answers = 0;
        for (int i = 0; i < 2; ++i)
            archive.make([&](const util::Result<std::string>& sum) { answers += sum ? 1 : 0; });
        QCOMPARE(answers, 0);
        QVERIFY(test::runUntil(*m_loop, [&] { return answers == 2; }));
        QCOMPARE(m_packings, 1);
        QVERIFY(archive.open());
    }

    void whatOthersMayHaveChangedIsMadeAnew_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("the archive") << "*.tar.gz";
        QTest::newRow("its checksum") << "*.sha256";
    }
    void whatOthersMayHaveChangedIsMadeAnew()
    {
        QFETCH(QString, what);
        QVERIFY(make());
        const QString path = QString::fromStdString(m_source.folder) + '/' + inCache(what).value(0);
        QVERIFY(QFile::setPermissions(path, QFile::permissions(path) | QFile::WriteOther));
        QVERIFY(make());
        QCOMPARE(m_packings, 2);
        QVERIFY(!(QFile::permissions(path) & QFile::WriteOther));
        QVERIFY(QFile::remove(path) && QFile::link("/etc/passwd", path));
        QVERIFY(make());
        QCOMPARE(m_packings, 3);
        QVERIFY(QFile::symLinkTarget(path).isEmpty());
    }

    void whatCannotBePackedIsTold_data()
    {
        QTest::addColumn<QString>("folder"); // from the test's on
        QTest::addColumn<bool>("program");   // it is there
        QTest::addColumn<QString>("words");
        QTest::newRow("no program") << "cache" << false << "does not say which libraries it needs";
        QTest::newRow("a file in the way") << "the programs/dbgd/cache" << true << "Not a directory";
        QTest::newRow("no home") << "" << true << "there is no home folder";
    }
    void whatCannotBePackedIsTold()
    {
        QFETCH(QString, folder);
        QFETCH(bool, program);
        QFETCH(QString, words);
        m_source.folder = folder.isEmpty() ? "" : m_folder->filePath(folder).toStdString();
        if (!program)
            m_source.programs.push_back("/nowhere/dbgd-engine");
        const auto sum = make();
        QVERIFY(!sum);
        QVERIFY(sum.error().code == LaunchErrc::DaemonMissing);
        QVERIFY2(QString::fromStdString(sum.error().message()).contains(words), sum.error().message().c_str());
        QVERIFY(!sum.error().advice.empty());
        if (!folder.isEmpty() && !program)
            QVERIFY(inCache("*").isEmpty());
    }

    void nodesAreGivenAllHelpers()
    {
        const DaemonArchive::Source source = archiveSourceOf("/opt/dbgr/libexec/dbgr/dbgd");
        for (const char* name : {"dbgd", "dbgd-engine", "dbgd-keeper"})
            QVERIFY(std::ranges::count(source.programs, std::string("/opt/dbgr/libexec/dbgr/") + name) == 1);
        for (const std::string& path : source.programs)
            QVERIFY2(path.find("dbgrun") == std::string::npos, path.c_str());
    }

private:
    [[nodiscard]] util::Result<std::string> make()
    {
        DaemonArchive archive(*m_loop, m_source, [this] { ++m_packings; });
        std::optional<util::Result<std::string>> answer;
        archive.make([&](util::Result<std::string> sum) { answer = std::move(sum); });
        if (!test::runUntil(*m_loop, [&] { return answer.has_value(); }))
            qFatal("no answer");
        return *answer;
    }
    [[nodiscard]] QStringList inCache(const QString& pattern) const
    {
        return QDir(QString::fromStdString(m_source.folder))
            .entryList({pattern}, QDir::AllEntries | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<net::EventLoop> m_loop;
    std::unique_ptr<QTemporaryDir> m_folder;
    DaemonArchive::Source m_source;
    int m_packings = 0;
};

DBGR_TEST(TestDaemonArchive);

} // namespace tst_daemon_archive

#include "tst_daemon_archive.moc"
