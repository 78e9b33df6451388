// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/output_flow.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/run/test_class.h"

#include <QTest>

namespace tst_output_flow {

using namespace dbgr::pmix;
using dbgr::test::ManualScheduler;
using namespace std::chrono_literals;

class TestOutputFlow : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_flow.reset();
        m_told.clear();
        m_flow = std::make_unique<OutputFlow>(m_scheduler, [this](bool hold) { m_told.push_back(hold); });
    }
    void waitsWhileAnybodyIsCongested()
    {
        m_flow->setCongested(PeerId(1), true);
        m_flow->setCongested(PeerId(2), true);
        m_flow->setCongested(PeerId(1), false);
        QCOMPARE(m_told, (std::vector{true}));
        m_flow->setCongested(PeerId(2), false);
        QCOMPARE(m_told, (std::vector{true, false}));
    }
    void doesNotWaitForEver()
    {
        m_flow->setCongested(PeerId(1), true);
        m_scheduler.advance(OutputFlow::kPatience - 1ms);
        QCOMPARE(m_told.size(), std::size_t(1));
        m_scheduler.advance(1ms);
        QCOMPARE(m_told, (std::vector{true, false}));
        m_flow->setCongested(PeerId(1), false); // late
        QCOMPARE(m_told.size(), std::size_t(2));
    }
    void whoIsGoneIsNotWaitedFor()
    {
        m_flow->setCongested(PeerId(1), true);
        m_flow->dropPeer(PeerId(1));
        m_flow->dropPeer(PeerId(2));
        QCOMPARE(m_told, (std::vector{true, false}));
    }

private:
    ManualScheduler m_scheduler;
    std::unique_ptr<OutputFlow> m_flow;
    std::vector<bool> m_told;
};

DBGR_TEST(TestOutputFlow);

} // namespace tst_output_flow

#include "tst_output_flow.moc"
