// SPDX-License-Identifier: GPL-3.0-or-later
#include "util/own_programs.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using dbgr::util::ownProgram;
using dbgr::util::runningProgram;

class TestOwnPrograms : public QObject
{
    Q_OBJECT

private slots:
    void theRunningOneIsThis();
    void finds_data();
    void finds();
};

void TestOwnPrograms::theRunningOneIsThis()
{
    QCOMPARE(QString::fromStdString(runningProgram()), QFileInfo("/proc/self/exe").canonicalFilePath());
}

void TestOwnPrograms::finds_data()
{
    QTest::addColumn<QStringList>("files"); // that there are, below the folder
    QTest::addColumn<QString>("self");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("found");
    const QStringList installed{"bin/dbgr", "bin/dbgrun", "libexec/dbgr/dbgd", "libexec/dbgr/dbgd-x"};
    QTest::newRow("a helper, from bin") << installed << "bin/dbgr"
                                        << "dbgd"
                                        << "libexec/dbgr/dbgd";
    QTest::newRow("a program, from bin") << installed << "bin/dbgr"
                                         << "dbgrun"
                                         << "bin/dbgrun";
    QTest::newRow("a helper, from a helper") << installed << "libexec/dbgr/dbgd"
                                             << "dbgd-x"
                                             << "libexec/dbgr/dbgd-x";
    QTest::newRow("in a build folder") << QStringList{"bin/dbgr", "bin/dbgd"} << "bin/dbgr"
                                       << "dbgd"
                                       << "bin/dbgd";
    QTest::newRow("a namesake in bin is another one") << (installed + QStringList{"bin/dbgd"}) << "bin/dbgr"
                                                      << "dbgd"
                                                      << "libexec/dbgr/dbgd";
    QTest::newRow("missing in a build folder") << QStringList{"bin/dbgr"} << "bin/dbgr"
                                               << "dbgd"
                                               << "bin/dbgd";
    QTest::newRow("missing in an installation") << QStringList{"bin/dbgr", "libexec/dbgr/other"} << "bin/dbgr"
                                                << "dbgd"
                                                << "libexec/dbgr/dbgd";
    QTest::newRow("the file has been replaced") << installed << "bin/dbgr (deleted)"
                                                << "dbgd"
                                                << "libexec/dbgr/dbgd";
    QTest::newRow("nothing is known") << installed << ""
                                      << "dbgd"
                                      << "";
}

void TestOwnPrograms::finds()
{
    QFETCH(QStringList, files);
    QFETCH(QString, self);
    QFETCH(QString, name);
    QFETCH(QString, found);
    const QTemporaryDir folder;
    for (const QString& path : files) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(path).path()));
        QFile file(folder.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const QString whole = self.isEmpty() ? self : folder.filePath(self);
    const QString expected = found.isEmpty() ? name : folder.filePath(found);
    QCOMPARE(QString::fromStdString(ownProgram(name.toStdString(), whole.toStdString())), expected);
}

QTEST_APPLESS_MAIN(TestOwnPrograms)
#include "tst_own_programs.moc"
