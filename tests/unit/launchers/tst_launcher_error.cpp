// SPDX-License-Identifier: GPL-3.0-or-later
#include "launchers/launcher_error.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_launcher_error {

using namespace dbgr::launchers;

class TestLauncherError : public QObject
{
    Q_OBJECT

private slots:
    void everyCodeHasWords()
    {
        for (const Errc code : {Errc::NotFound, Errc::Unsupported, Errc::Incomplete}) {
            const std::string words = make_error_code(code).message();
            QVERIFY2(!QString::fromStdString(words).contains("unknown"), words.c_str());
        }
        QVERIFY(QString::fromStdString(launcherCategory().message(999)).contains("999"));
    }

    void aPathIsNotLookedForInPath()
    {
        QVERIFY(QString::fromStdString(noSuchLauncher("./mpiexec").detail).endsWith("no such program"));
        QVERIFY(QString::fromStdString(noSuchLauncher("mpiexec").detail).endsWith("in PATH"));
    }

    void aProgramThatIsNoLauncherIsNamedWithWhatToWrite()
    {
        LauncherKind kind;
        kind.path = "/usr/bin/ls";
        kind.name = "no launcher that dbgr knows";
        const auto error = unknownLauncher(kind);
        QVERIFY(error.code == Errc::Unsupported);
        QCOMPARE(QString::fromStdString(error.detail),
                 QString("launching: /usr/bin/ls is no launcher that dbgr knows"));
        QVERIFY(QString::fromStdString(error.advice).contains("dbgr-exec"));
    }
};

DBGR_TEST(TestLauncherError);

} // namespace tst_launcher_error

#include "tst_launcher_error.moc"
