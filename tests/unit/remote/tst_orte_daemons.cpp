// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "session/remote/links/orte_daemons.h"
#include "session/remote/this_node.h"
#include "tests/support/run/test_class.h"

#include <array>
#include <unistd.h>

namespace tst_orte_daemons {

using namespace dbgr::session;

class TestOrteDaemons : public QObject
{
    Q_OBJECT

private slots:
    void aSecondMpirunStartsOneOnEachNode()
    {
        const std::vector<std::string> expected{
            "/usr/bin/mpirun",          "--enable-recovery", "--host", "n01,n02", "--map-by",
            "ppr:1:node:oversubscribe", "--bind-to",         "none",   "-x",      "DBGR_SECRET"};
        QVERIFY(orteDaemonPrefix("/usr/bin/mpirun", {"n01", "n02"}, {"DBGR_SECRET"}) == expected);
    }

    void thisNodeHasManyNames()
    {
        std::array<char, 256> name{};
        QCOMPARE(::gethostname(name.data(), name.size() - 1), 0);
        const std::string here(name.data());
        const std::string first = here.substr(0, here.find('.'));
        QVERIFY(isThisNode(here) && isThisNode(first) && isThisNode("localhost"));
        QVERIFY(!isThisNode(first + "x") && !isThisNode("") && !isThisNode("x" + here));
        QVERIFY(isThisNode(first + ".some.domain") == (here == first));
    }
};

DBGR_TEST(TestOrteDaemons);

} // namespace tst_orte_daemons

#include "tst_orte_daemons.moc"
