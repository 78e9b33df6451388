// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/environment.h"
#include "pmix/types/status.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <map>

namespace tst_environment {

using namespace dbgr::pmix;

class TestEnvironment : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void readsWhatAServerGivesItsChildren();
    void prefersTheNewestUri();
    void knowsAnOldServerByItsVariables();
    void isNobodyWithoutAnyOfThem();
    void keepsIdentityAwayFromALauncher();

private:
    RendezvousPlaces::GetEnv getEnv() const
    {
        return [this](const char* name) {
            const auto found = m_variables.find(name);
            return found == m_variables.end() ? nullptr : found->second.c_str();
        };
    }

    std::map<std::string, std::string> m_variables;
};

void TestEnvironment::init()
{
    m_variables = {{"PMIX_NAMESPACE", "prterun-vm-1@2"},
                   {"PMIX_RANK", "3"},
                   {"PMIX_SERVER_URI41", "prterun-vm-1@0.0;tcp4://127.0.0.1:41"},
                   {"PMIX_SERVER_URI2", "prterun-vm-1@0.0;tcp4://127.0.0.1:2"},
                   {"PMIX_SECURITY_MODE", "none,native"},
                   {"PMIX_VERSION", "5.0.7a1"}};
}

void TestEnvironment::readsWhatAServerGivesItsChildren()
{
    const auto identity = readSpawnedIdentity(getEnv());
    QVERIFY(identity);
    QCOMPARE(identity->self.nspace, "prterun-vm-1@2");
    QCOMPARE(identity->self.rank.value(), 3u);
    QCOMPARE(identity->server.uri.port, std::uint16_t(41));
    QCOMPARE(identity->server.version, "5.0.7a1");
    QCOMPARE(identity->securityMode, "none");
}

void TestEnvironment::prefersTheNewestUri()
{
    m_variables["PMIX_SERVER_URI61"] = "x.0;tcp4://127.0.0.1:61";
    QCOMPARE(readSpawnedIdentity(getEnv()).value().server.uri.port, std::uint16_t(61));
}

void TestEnvironment::knowsAnOldServerByItsVariables()
{
    m_variables.erase("PMIX_SERVER_URI41");
    m_variables["PMIX_SERVER_URI3"] = "x.0;tcp4://127.0.0.1:3";
    const auto identity = readSpawnedIdentity(getEnv());
    QVERIFY(identity);
    QCOMPARE(identity->server.version, "3");
}

void TestEnvironment::isNobodyWithoutAnyOfThem()
{
    const auto whole = m_variables;
    for (const char* name : {"PMIX_NAMESPACE", "PMIX_RANK"}) {
        m_variables = whole;
        m_variables.erase(name);
        QVERIFY(!readSpawnedIdentity(getEnv()));
    }
    m_variables = whole;
    m_variables.erase("PMIX_SERVER_URI41");
    m_variables.erase("PMIX_SERVER_URI2");
    const auto identity = readSpawnedIdentity(getEnv());
    QVERIFY(!identity);
    QCOMPARE(identity.error().code, make_error_code(Status::ErrNotFound));
}

void TestEnvironment::keepsIdentityAwayFromALauncher()
{
    const auto kept = withoutPmixIdentity({"PATH=/bin", "PMIX_NAMESPACE=x", "PMIX_SERVER_URI41=y", "PMIX_RANK=0",
                                           "PMIX_MCA_gds=hash", "PMIX_SYSTEM_TMPDIR=/s", "PMIX_LAUNCHER_RNDZ_URI=z"});
    QVERIFY((kept == std::vector<std::string>{"PATH=/bin", "PMIX_MCA_gds=hash", "PMIX_SYSTEM_TMPDIR=/s"}));
}

DBGR_TEST(TestEnvironment);

} // namespace tst_environment

#include "tst_environment.moc"
