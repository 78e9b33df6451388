// SPDX-License-Identifier: GPL-3.0-or-later
#include "util/log.h"

#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace dbgr::util;

class TestLog : public QObject
{
    Q_OBJECT

private slots:
    void isPrivateAndKeepsItsLevel()
    {
        const QTemporaryDir dir;
        const std::string path = dir.filePath("log").toStdString();
        QVERIFY(log::open(path, log::Level::Info));
        log::debug("test", "not this");
        log::info("test", "connected", {{"peer", "prterun"}, {"ranks", 4}});
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY2(text.contains("[test] connected peer=prterun ranks=4"), text.constData());
        QVERIFY(!text.contains("not this"));
        struct stat status = {};
        QCOMPARE(::stat(path.c_str(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
    }

    void doesNotFollowLinks()
    {
        const QTemporaryDir dir;
        const std::string target = dir.filePath("target").toStdString();
        const std::string link = dir.filePath("link").toStdString();
        QCOMPARE(::symlink(target.c_str(), link.c_str()), 0);
        QVERIFY(!log::open(link, log::Level::Info));
        QVERIFY(!QFile::exists(QString::fromStdString(target)));
    }
};

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"
