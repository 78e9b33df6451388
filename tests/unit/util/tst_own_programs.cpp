// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"
#include "util/own_programs.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_own_programs {

using namespace dbgr::util;

namespace {

void makeFiles(const QTemporaryDir& folder, const QStringList& paths)
{
    for (const QString& path : paths) {
        QVERIFY(QDir(folder.path()).mkpath(QFileInfo(path).path()));
        QFile file(folder.filePath(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
}

} // namespace

class TestOwnPrograms : public QObject
{
    Q_OBJECT

private slots:
    void theRunningOneIsThis();
    void finds_data();
    void finds();
    void findsCompanions_data();
    void findsCompanions();
};

void TestOwnPrograms::theRunningOneIsThis()
{
    QCOMPARE(QString::fromStdString(runningProgram()), QFileInfo("/proc/self/exe").canonicalFilePath());
}

void TestOwnPrograms::finds_data()
{
    QTest::addColumn<QStringList>("files"); // that there are, below the folder
    QTest::addColumn<QString>("self");
    QTest::addColumn<bool>("helper");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("found");
    const QStringList installed{"bin/dbgr", "bin/dbgrun", "libexec/dbgr/dbgd", "libexec/dbgr/dbgd-x"};
    const QStringList built{"bin/dbgr", "bin/dbgd"};
    const auto row = [](const char* tag, const QStringList& files, const char* self, bool helper, const char* name,
                        const char* found) { QTest::newRow(tag) << files << self << helper << name << found; };
    row("a helper, from bin", installed, "bin/dbgr", true, "dbgd", "libexec/dbgr/dbgd");
    row("a program, from bin", installed, "bin/dbgr", false, "dbgrun", "bin/dbgrun");
    row("a helper, from a helper", installed, "libexec/dbgr/dbgd", true, "dbgd-x", "libexec/dbgr/dbgd-x");
    row("a program, from a helper", installed, "libexec/dbgr/dbgd", false, "dbgrun", "bin/dbgrun");
    row("a helper, in a build folder", built, "bin/dbgr", true, "dbgd", "bin/dbgd");
    row("a program, in a build folder", built, "bin/dbgd", false, "dbgr", "bin/dbgr");
    row("a namesake in bin is another one", installed + QStringList{"bin/dbgd"}, "bin/dbgr", true, "dbgd",
        "libexec/dbgr/dbgd");
    row("no helper in a build folder", {"bin/dbgr"}, "bin/dbgr", true, "dbgd", "bin/dbgd");
    row("no helper in an installation", {"bin/dbgr", "libexec/dbgr/x"}, "bin/dbgr", true, "dbgd", "libexec/dbgr/dbgd");
    row("no program in an installation", installed, "libexec/dbgr/dbgd", false, "x", "bin/x");
    row("another's folder of helpers", built + QStringList{"libexec/dbgr/x"}, "bin/dbgr", true, "dbgd", "bin/dbgd");
    row("the file has been replaced", installed, "bin/dbgr (deleted)", true, "dbgd", "libexec/dbgr/dbgd");
    row("nothing is known", installed, "", true, "dbgd", "");
}

void TestOwnPrograms::finds()
{
    QFETCH(QStringList, files);
    QFETCH(QString, self);
    QFETCH(bool, helper);
    QFETCH(QString, name);
    QFETCH(QString, found);
    const QTemporaryDir folder;
    makeFiles(folder, files);
    const std::string whole = (self.isEmpty() ? self : folder.filePath(self)).toStdString();
    const QString expected = found.isEmpty() ? name : folder.filePath(found);
    const std::string place = helper ? ownHelper(name.toStdString(), whole) : ownProgram(name.toStdString(), whole);
    QCOMPARE(QString::fromStdString(place), expected);
}

void TestOwnPrograms::findsCompanions_data()
{
    QTest::addColumn<QStringList>("files"); // that there are, below the folder
    QTest::addColumn<QString>("self");
    QTest::addColumn<QString>("found"); // "": none
    const QStringList portable{"bin/dbgr", "libexec/dbgr/dbgd", "lib/dbgr/plugins/x"};
    QTest::newRow("from bin") << portable << "bin/dbgr"
                              << "lib/dbgr/plugins";
    QTest::newRow("from a helper") << portable << "libexec/dbgr/dbgd"
                                   << "lib/dbgr/plugins";
    QTest::newRow("the system's") << QStringList{"bin/dbgr", "libexec/dbgr/dbgd", "lib/x"} << "bin/dbgr"
                                  << "";
    QTest::newRow("none of that name") << QStringList{"bin/dbgr", "lib/dbgr/fonts/x"} << "bin/dbgr"
                                       << "";
    QTest::newRow("a build folder") << QStringList{"bin/dbgr", "bin/dbgd"} << "bin/dbgr"
                                    << "";
    QTest::newRow("nothing is known") << portable << ""
                                      << "";
}

void TestOwnPrograms::findsCompanions()
{
    QFETCH(QStringList, files);
    QFETCH(QString, self);
    QFETCH(QString, found);
    const QTemporaryDir folder;
    makeFiles(folder, files);
    const std::string whole = (self.isEmpty() ? self : folder.filePath(self)).toStdString();
    const QString expected = found.isEmpty() ? QString() : folder.filePath(found);
    QCOMPARE(QString::fromStdString(ownCompanion("plugins", whole)), expected);
}

DBGR_TEST(TestOwnPrograms);

} // namespace tst_own_programs

#include "tst_own_programs.moc"
