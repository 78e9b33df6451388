// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/settings/engine_settings.h"

#include <QTemporaryDir>

namespace tst_engine_settings {

using namespace dbgr::ui;

class TestEngineSettings : public QObject
{
    Q_OBJECT

private slots:
    void addNothingForANewUser();
    void addWhatIsSet();
    void theEnvironmentWins();

private:
    QTemporaryDir m_folder;
};

void TestEngineSettings::addNothingForANewUser()
{
    const Settings settings(m_folder.filePath("new.ini"));
    QCOMPARE(withEngineSettings({"HOME=/h"}, settings), (std::vector<std::string>{"HOME=/h"}));
}

void TestEngineSettings::addWhatIsSet()
{
    Settings settings(m_folder.filePath("set.ini"));
    settings.set(setting::kDaemonProgram, QString("/opt/dbgd"));
    settings.set(setting::kDaemonLog, QString("/tmp/dbgd.log"));
    QCOMPARE(withEngineSettings({"HOME=/h"}, settings),
             (std::vector<std::string>{"HOME=/h", "DBGR_DBGD=/opt/dbgd", "DBGR_DAEMON_LOG=/tmp/dbgd.log"}));
}

void TestEngineSettings::theEnvironmentWins()
{
    Settings settings(m_folder.filePath("wins.ini"));
    settings.set(setting::kDaemonProgram, QString("/opt/dbgd"));
    QCOMPARE(withEngineSettings({"DBGR_DBGD=/mine"}, settings), (std::vector<std::string>{"DBGR_DBGD=/mine"}));
}

DBGR_TEST(TestEngineSettings, QCoreApplication);

} // namespace tst_engine_settings

#include "tst_engine_settings.moc"
