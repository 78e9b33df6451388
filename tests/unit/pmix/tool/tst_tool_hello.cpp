// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/tool/hello.h"
#include "pmix/types/keys.h"
#include "tests/support/run/test_class.h"

#include <QTest>

#include <unistd.h>

namespace tst_tool_hello {

using namespace dbgr::pmix;

class TestToolHello : public QObject
{
    Q_OBJECT

private slots:
    void alwaysCarriesProcessAndCommand()
    {
        for (const PeerRole role : {PeerRole::ToolNeedsName, PeerRole::ToolSpawned, PeerRole::LauncherNamed}) {
            const auto hello = makeHello(role, Proc{"n", ProcRank(0)}, WireVersion::V41, "dbgr");
            QCOMPARE(find(hello.infos, keys::kProcPid)->asUnsigned().value(), std::uint64_t(::getpid()));
            QCOMPARE(find(hello.infos, keys::kCmdLine)->asString().value(), "dbgr");
            QCOMPARE(find(hello.infos, keys::kLauncher) != nullptr, role == PeerRole::LauncherNamed);
        }
    }
    void anOldServerIsToldAnOldVersion()
    {
        QVERIFY(ourVersionText(WireVersion::V3).starts_with("3."));
        QVERIFY(ourVersionText(WireVersion::V41).starts_with("5."));
    }
    void theCommandIsThisProcessesOwn() { QVERIFY(ownCommand().find("unit_pmix_tool") != std::string::npos); }
};

DBGR_TEST(TestToolHello);

} // namespace tst_tool_hello

#include "tst_tool_hello.moc"
