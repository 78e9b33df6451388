// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/contact_file.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_contact_file {

using namespace dbgr::pmix;

namespace {

constexpr const char* kWhole = "prterun-vm-1@0.0;tcp4://127.0.0.1:4711\n5.0.7a1\n4242\n1000:1000\nSat Nov 21 2026\n\n";

} // namespace

class TestContactFile : public QObject
{
    Q_OBJECT

private slots:
    void readsAllLines();
    void readsReportFiles();
    void waitsForAWholeFirstLine();
    void refusesGarbage();
    void refusesLinks();
    void refusesFifosWithoutWaiting();
    void refusesOtherUsersFiles();
    void refusesLongFiles();
    void saysWhichFileIsMissing();

private:
    std::string path(const char* name) const { return m_dir.filePath(name).toStdString(); }
    std::string write(const char* name, const QByteArray& content) const
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test's file");
        return path(name);
    }

    QTemporaryDir m_dir;
};

void TestContactFile::readsAllLines()
{
    const auto contact = readContactFile(write("whole", kWhole));
    QVERIFY(contact);
    QCOMPARE(contact->uri.server.nspace, "prterun-vm-1@0");
    QCOMPARE(contact->version, "5.0.7a1");
    QCOMPARE(contact->pid.value().value(), 4242);
    QCOMPARE(contact->source, path("whole"));
}

void TestContactFile::readsReportFiles()
{
    const auto contact = readContactFile(write("report", "a.0;tcp4://127.0.0.1:1\nv6.1.0\n"));
    QVERIFY(contact);
    QCOMPARE(contact->version, "6.1.0");
    QVERIFY(!contact->pid);
}

void TestContactFile::waitsForAWholeFirstLine()
{
    for (const char* content : {"", "prterun-vm-1@0.0;tcp4://127.0.0.1:47"}) {
        const auto contact = readContactFile(write("partial", content));
        QVERIFY(!contact);
        QCOMPARE(contact.error().code, make_error_code(Status::ErrWouldBlock));
    }
}

void TestContactFile::refusesGarbage()
{
    const auto contact = readContactFile(write("garbage", QByteArray("\0\1\2;\n\n", 7)));
    QVERIFY(!contact);
    QCOMPARE(contact.error().code, make_error_code(Status::ErrBadParam));
}

void TestContactFile::refusesLinks()
{
    const std::string target = write("target", kWhole);
    QCOMPARE(::symlink(target.c_str(), path("link").c_str()), 0);
    const auto contact = readContactFile(path("link"));
    QVERIFY(!contact);
    QCOMPARE(contact.error().code, make_error_code(Status::ErrNoPermissions));
}

void TestContactFile::refusesFifosWithoutWaiting()
{
    QCOMPARE(::mkfifo(path("fifo").c_str(), 0600), 0);
    const auto contact = readContactFile(path("fifo"));
    QVERIFY(!contact);
    QCOMPARE(contact.error().code, make_error_code(Status::ErrNoPermissions));
}

void TestContactFile::refusesOtherUsersFiles()
{
    const std::string file = write("foreign", kWhole);
    if (::chown(file.c_str(), 12345, 12345) != 0)
        QSKIP("only root can make a file of another user");
    const auto contact = readContactFile(file);
    QVERIFY(!contact);
    QCOMPARE(contact.error().code, make_error_code(Status::ErrNoPermissions));
}

void TestContactFile::refusesLongFiles()
{
    const auto contact = readContactFile(write("long", QByteArray(kWhole) + QByteArray(kMaxContactFileBytes, '\n')));
    QVERIFY(!contact);
    QCOMPARE(contact.error().code, make_error_code(Status::ErrBadParam));
}

void TestContactFile::saysWhichFileIsMissing()
{
    const auto contact = readContactFile(path("nothing"));
    QVERIFY(!contact);
    QCOMPARE(contact.error().code, make_error_code(Status::ErrNotFound));
    QVERIFY(QString::fromStdString(contact.error().message()).contains("nothing"));
}

DBGR_TEST(TestContactFile);

} // namespace tst_contact_file

#include "tst_contact_file.moc"
