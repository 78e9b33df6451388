// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "dbgdaemon/engine/process_limits.h"
#include "tests/support/run/test_class.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <sys/resource.h>
#include <unistd.h>

namespace tst_process_limits {

using namespace dbgr;
using daemon::limitsOf;

namespace {

const char* const kLimits = "Limit                     Soft Limit           Hard Limit           Units     \n"
                            "Max cpu time              unlimited            unlimited            seconds   \n"
                            "Max stack size            8388608              unlimited            bytes     \n"
                            "Max core file size        0                    2147483648           bytes     \n"
                            "Max data size             1000                 3072                 bytes     \n"
                            "Max open files            1024                 20000                files     \n"
                            "Max nice priority         0                    0                    \n"
                            "Max\n";

/// A system of one process, 41.
class System
{
public:
    void write(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write");
    }
    /// "stack size: 8 MiB, at most unlimited"
    [[nodiscard]] QStringList limits() const
    {
        QStringList all;
        for (const debug::DescribedName& one : limitsOf(util::Pid(41), m_folder.path().toStdString()).names)
            all << QString::fromStdString(one.name + ": " + one.type + (one.place.empty() ? "" : ", " + one.place));
        return all;
    }
    [[nodiscard]] QString memory() const { return limits().filter("control group").join("; "); }

private:
    QTemporaryDir m_folder;
};

} // namespace

class TstProcessLimits : public QObject
{
    Q_OBJECT

private slots:
    void limitsAreReadByColumns()
    {
        System system;
        system.write("proc/41/limits", kLimits);
        QCOMPARE(system.limits(),
                 (QStringList{"cpu time: unlimited", "stack size: 8 MiB, at most unlimited",
                              "core file size: 0 bytes, at most 2 GiB", "data size: 1000 bytes, at most 3 KiB",
                              "open files: 1024 files, at most 20000 files", "nice priority: 0"}));
    }

    void theGroupsMemoryIsTheLowestOfThoseAround_data()
    {
        QTest::addColumn<QByteArray>("groups");
        QTest::addColumn<QStringList>("files"); // name, content
        QTest::addColumn<QString>("memory");
        const QString two = "sys/fs/cgroup";
        const QString one = "sys/fs/cgroup/memory";
        const QString said = "memory of its control group: ";
        QTest::newRow("its own") << QByteArray("0::/job/step\n")
                                 << QStringList{two + "/job/step/memory.max", "1073741824\n"} << said + "1 GiB";
        QTest::newRow("one around") << QByteArray("0::/job/step\n")
                                    << QStringList{two + "/job/step/memory.max", "max\n", two + "/job/memory.max",
                                                   "4194304\n"}
                                    << said + "4 MiB";
        QTest::newRow("the lowest") << QByteArray("0::/job/step\n")
                                    << QStringList{two + "/job/step/memory.max", "8192\n", two + "/job/memory.max",
                                                   "4096\n"}
                                    << said + "4 KiB";
        QTest::newRow("none") << QByteArray("0::/job\n") << QStringList{two + "/job/memory.max", "max\n"} << "";
        QTest::newRow("version 1") << QByteArray("9:name=systemd:/\n4:memory:/job\n0::/\n")
                                   << QStringList{one + "/job/memory.limit_in_bytes", "2097152\n",
                                                  one + "/memory.limit_in_bytes", "9223372036854771712\n"}
                                   << said + "2 MiB";
        QTest::newRow("not among others")
            << QByteArray("5:cpu,memory2:/job\n") << QStringList{one + "/job/memory.limit_in_bytes", "2097152\n"} << "";
        QTest::newRow("outside of what is mounted here")
            << QByteArray("0::/../job\n") << QStringList{two + "/job/memory.max", "4096\n"} << "";
        QTest::newRow("broken") << QByteArray("memory\n::\n0::\n") << QStringList{} << "";
    }
    void theGroupsMemoryIsTheLowestOfThoseAround()
    {
        QFETCH(QByteArray, groups);
        QFETCH(QStringList, files);
        System system;
        system.write("proc/41/limits", kLimits);
        system.write("proc/41/cgroup", groups);
        for (qsizetype i = 0; i < files.size(); i += 2)
            system.write(files[i], files[i + 1].toUtf8());
        QTEST(system.memory(), "memory");
    }

    void whatIsNotShownIsAProblem()
    {
        const System system;
        QVERIFY(system.limits().isEmpty());
        QVERIFY(!limitsOf(util::Pid(0)).problem.empty());
    }

    void theyAreThoseOfThisProcess()
    {
        rlimit files{};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
        const debug::Description own = limitsOf(util::Pid(::getpid()));
        QVERIFY(own.problem.empty());
        const auto found = std::find_if(own.names.begin(), own.names.end(),
                                        [](const debug::DescribedName& one) { return one.name == "open files"; });
        QVERIFY(found != own.names.end());
        QCOMPARE(found->type, std::to_string(files.rlim_cur) + " files");
    }
};

DBGR_TEST(TstProcessLimits, QCoreApplication);

} // namespace tst_process_limits

#include "tst_process_limits.moc"
