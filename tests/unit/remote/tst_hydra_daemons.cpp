// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/remote/links/hydra_daemons.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

namespace tst_hydra_daemons {

using namespace dbgr;
using namespace dbgr::session;

namespace {

jobs::HydraProxy proxyOn(const std::string& host, const std::string& exec = "")
{
    jobs::HydraProxy proxy;
    proxy.host = host;
    proxy.isElsewhere = true;
    proxy.controlPort = "login:40123";
    proxy.launcher = "ssh";
    proxy.launcherExec = exec;
    return proxy;
}

} // namespace

class TestHydraDaemons : public QObject
{
    Q_OBJECT

private slots:
    void oneIsStartedOnEachHostAsTheJobsProxiesWere()
    {
        const std::vector<std::string> expected{"/usr/bin/mpiexec.hydra",
                                                "-launcher",
                                                "ssh",
                                                "-localhost",
                                                "login",
                                                "-disable-auto-cleanup",
                                                "-hosts",
                                                "n1,n2",
                                                "-ppn",
                                                "1",
                                                "-n",
                                                "2"};
        QVERIFY(hydraDaemonPrefix("/usr/bin/mpiexec.hydra", {proxyOn("n1"), proxyOn("n2")}) == expected);
        const auto own = hydraDaemonPrefix("mpiexec", {proxyOn("n1", "/x/my-ssh")});
        QVERIFY((std::vector<std::string>(own.begin() + 3, own.begin() + 5) ==
                 std::vector<std::string>{"-launcher-exec", "/x/my-ssh"}));
    }

    void whatWasForTheJobIsNotForTheDaemons()
    {
        const std::vector<std::string> left = withoutHydraSettings(
            {"PATH=/bin", "HYDRA_DEBUG=1", "HYDRA_HOST_FILE=/x", "HYDRA_LAUNCHER_EXTRA_ARGS=-p 2222",
             "HYDRA_LAUNCHER=ssh", "HYDRA_IFACE=ib0", "MPIEXEC_TIMEOUT=60", "MPIEXEC_PORT_RANGE=1:2", "PMI_RANK=1"});
        QVERIFY((left == std::vector<std::string>{"PATH=/bin", "HYDRA_LAUNCHER_EXTRA_ARGS=-p 2222",
                                                  "HYDRA_LAUNCHER=ssh", "HYDRA_IFACE=ib0", "MPIEXEC_PORT_RANGE=1:2"}));
    }
};

DBGR_TEST(TestHydraDaemons, QCoreApplication);

} // namespace tst_hydra_daemons

#include "tst_hydra_daemons.moc"
