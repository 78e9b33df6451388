// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/log.h"

#include <QtTest>

#include <functional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tst_log {

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

    void tellsObserversOnTheirThread()
    {
        struct Tasks final : Executor
        {
            void post(Task task) override { tasks.push_back(std::move(task)); }
            bool isCurrent() const override { return true; }
            void run()
            {
                for (const Task& task : std::exchange(tasks, {}))
                    task();
            }
            std::vector<Task> tasks;
        } tasks;
        QStringList told;
        auto subscription = log::observe(log::Level::Warning, tasks, [&told](const log::Record& record) {
            told << QString::fromStdString(record.category + ": " + record.text);
        });
        log::info("test", "not this");
        log::warning("test", "slow", {{"ms", 7}});
        QVERIFY(told.isEmpty());
        tasks.run();
        QCOMPARE(told, QStringList("test: slow ms=7"));
        log::error("test", "too late");
        subscription.cancel();
        tasks.run();
        log::error("test", "nobody listens");
        QVERIFY(tasks.tasks.empty());
        QCOMPARE(told.size(), 1);
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

DBGR_TEST(TestLog);

} // namespace tst_log

#include "tst_log.moc"
