// SPDX-License-Identifier: GPL-3.0-or-later
#include "debug/file_pattern.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_file_pattern {

using namespace dbgr;

class TestFilePattern : public QObject
{
    Q_OBJECT

private slots:
    void meansWhatAShellWouldMean_data();
    void meansWhatAShellWouldMean();
};

void TestFilePattern::meansWhatAShellWouldMean_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isMeant");
    const auto row = [](const char* pattern, const char* path, bool isMeant) {
        QTest::newRow(qPrintable(QString(pattern) + " " + path)) << pattern << path << isMeant;
    };
    row("libsolver.so", "/opt/lib/libsolver.so", true);
    row("libsolver.so", "/opt/lib/libsolver.so.2.1", true);
    row("libsolver.so.2", "/opt/lib/libsolver.so.2.1", false);
    row("libsolver.so", "/opt/lib/libsolver.so.d/x", false);
    row("libsolver.so", "/opt/lib/libsolver.so.x", false);
    row("lib*solver*.so", "/opt/lib/libmy_solver_d.so.4", true);
    row("lib*solver*.so", "/opt/solver/libmath.so", false);
    row("lib?.so", "libm.so.6", true);
    row("lib[a-c].so", "/x/libb.so", true);
    row("ops.cpp", "/src/solver/ops.cpp", true);
    row("ops.cpp", "/src/solver/other_ops.cpp", false);
    row("solver/ops.cpp", "/src/solver/ops.cpp", true);
    row("solver/ops.cpp", "/src/mysolver/ops.cpp", false);
    row("*/solver/*.cpp", "/src/solver/deep/ops.cpp", true);
    row("/src/*.cpp", "/src/solver/ops.cpp", true);
    row("/src/*.cpp", "/other/src/ops.cpp", false);
    row("*", "", true);
    row("ops.cpp", "", false);
    row("[", "[", true);
    row("a[", "a", false);
}

void TestFilePattern::meansWhatAShellWouldMean()
{
    QFETCH(QString, pattern);
    QFETCH(QString, path);
    QFETCH(bool, isMeant);
    QCOMPARE(debug::means(pattern.toStdString(), path.toStdString()), isMeant);
}

DBGR_TEST(TestFilePattern);

} // namespace tst_file_pattern

#include "tst_file_pattern.moc"
