// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/handshake/environment.h"
#include "pmix/server/client_environment.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <algorithm>
#include <map>

namespace tst_client_environment {

using namespace dbgr::pmix;

class TestClientEnvironment : public QObject
{
    Q_OBJECT

private slots:
    void aChildFindsItsServerAndItself();
    void newLibrariesAreLedToV41();
    void allOfItIsKeptFromALauncherThatWeStart();
    void namesTheFoldersThatThereAre();

private:
    static std::map<std::string, std::string> variables(const RendezvousSpec& spec = {})
    {
        std::map<std::string, std::string> all;
        for (const std::string& variable :
             clientEnvironment(Proc{"job@1", ProcRank(3)}, "server.0;tcp4://127.0.0.1:4711", "node", spec)) {
            const std::size_t equals = variable.find('=');
            all[variable.substr(0, equals)] = variable.substr(equals + 1);
        }
        return all;
    }
};

void TestClientEnvironment::aChildFindsItsServerAndItself()
{
    const auto all = variables();
    const auto identity = readSpawnedIdentity([&](const char* name) {
        const auto found = all.find(name);
        return found == all.end() ? nullptr : found->second.c_str();
    });
    QVERIFY(identity);
    QVERIFY((identity->self == Proc{"job@1", ProcRank(3)}));
    QCOMPARE(identity->server.uri.port, std::uint16_t(4711));
    QCOMPARE(identity->server.uri.server.nspace, "server");
    QCOMPARE(identity->securityMode, "native");
    QCOMPARE(all.at("PMIX_GDS_MODULE"), "hash");
}

void TestClientEnvironment::newLibrariesAreLedToV41()
{
    const auto all = variables();
    for (const char* name : {"2", "21", "3", "4", "41"})
        QVERIFY(all.contains(std::string("PMIX_SERVER_URI") + name));
    QVERIFY(!all.contains("PMIX_SERVER_URI51") && !all.contains("PMIX_SERVER_URI61"));
}

void TestClientEnvironment::allOfItIsKeptFromALauncherThatWeStart()
{
    for (const auto& [name, value] : variables())
        QVERIFY2(isPmixIdentityVariable(name) || name == "PMIX_HOSTNAME", name.c_str());
}

void TestClientEnvironment::namesTheFoldersThatThereAre()
{
    QVERIFY(!variables().contains("PMIX_SERVER_TMPDIR"));
    RendezvousSpec spec;
    spec.serverTmpdir = "/tmp/a";
    spec.systemTmpdir = "/tmp";
    const auto all = variables(spec);
    QCOMPARE(all.at("PMIX_SERVER_TMPDIR"), "/tmp/a");
    QCOMPARE(all.at("PMIX_SYSTEM_TMPDIR"), "/tmp");
}

DBGR_TEST(TestClientEnvironment);

} // namespace tst_client_environment

#include "tst_client_environment.moc"
