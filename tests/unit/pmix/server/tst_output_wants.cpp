// SPDX-License-Identifier: GPL-3.0-or-later
#include "pmix/server/output_wants.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <algorithm>
#include <random>

namespace tst_output_wants {

using namespace dbgr::pmix;

namespace {

const Proc kJob{"job@1", kRankWildcard};
const Proc kRank0{"job@1", ProcRank{0}};
const Proc kRank1{"job@1", ProcRank{1}};
const Proc kOther{"job@2", kRankWildcard};
const Proc kAll{"", kRankWildcard};
const IofChannels kOut = IofChannel::Stdout;
const IofChannels kErr = IofChannel::Stderr;
const PeerId kTool{1};
const PeerId kOtherTool{2};
using Asks = std::vector<OutputWants::Ask>;

/// What a host forwards that does as it is told.
class Host
{
public:
    void begin(const Asks& asks)
    {
        for (const auto& ask : asks)
            for (const Proc& source : ask.sources)
                m_told[source] = m_told[source] | ask.channels;
    }
    void end(const Asks& asks)
    {
        for (const auto& ask : asks)
            for (const Proc& source : ask.sources)
                m_told[source] = m_told[source].without(ask.channels);
    }
    [[nodiscard]] bool forwards(const Proc& process, IofChannel channel) const
    {
        return std::any_of(m_told.begin(), m_told.end(), [&](const auto& entry) {
            return OutputSource{entry.first, entry.second}.covers(OutputStream{process, channel});
        });
    }
    [[nodiscard]] bool forwardsNothing() const
    {
        return std::all_of(m_told.begin(), m_told.end(), [](const auto& entry) { return entry.second.empty(); });
    }

private:
    std::map<Proc, IofChannels> m_told;
};

} // namespace

class TestOutputWants : public QObject
{
    Q_OBJECT

private slots:
    void asksForWhatIsNew_data();
    void asksForWhatIsNew();
    void aWideRequestStaysWhileAnythingInItIsWanted();
    void stopEndsChannelsOfOnePeer();
    void nothingIsLostAndNothingStays();
};

void TestOutputWants::asksForWhatIsNew_data()
{
    QTest::addColumn<Proc>("first");
    QTest::addColumn<Proc>("second");
    QTest::addColumn<bool>("isNew");
    QTest::newRow("the same") << kRank0 << kRank0 << false;
    QTest::newRow("a rank of the job") << kJob << kRank0 << false;
    QTest::newRow("the job on this node") << kJob << Proc{kJob.nspace, kRankLocalNode} << false;
    QTest::newRow("a job of all") << kAll << kOther << false;
    QTest::newRow("a rank of all") << kAll << kRank1 << false;
    QTest::newRow("another rank") << kRank0 << kRank1 << true;
    QTest::newRow("the rank's job") << kRank0 << kJob << true;
    QTest::newRow("another job") << kJob << kOther << true;
    QTest::newRow("all jobs") << kJob << kAll << true;
}

void TestOutputWants::asksForWhatIsNew()
{
    QFETCH(Proc, first);
    QFETCH(Proc, second);
    QFETCH(bool, isNew);
    OutputWants wants;
    QVERIFY((wants.begin(1, kTool, {first}, kOut) == Asks{{{first}, kOut}}));
    QVERIFY((wants.begin(2, kOtherTool, {second}, kOut) == (isNew ? Asks{{{second}, kOut}} : Asks{})));
    QVERIFY((wants.begin(3, kOtherTool, {first}, kOut | kErr) == Asks{{{first}, kErr}})); // another channel of it
}

void TestOutputWants::aWideRequestStaysWhileAnythingInItIsWanted()
{
    OutputWants wants;
    (void)wants.begin(1, kTool, {kJob}, kOut | kErr);
    QVERIFY(wants.begin(2, kOtherTool, {kRank0}, kOut).empty());
    QVERIFY((wants.end(1) == Asks{{{kJob}, kErr}})); // of rank 0 nothing is lost
    QVERIFY(wants.end(1).empty());
    QVERIFY((wants.end(2) == Asks{{{kJob}, kOut}}));
}

void TestOutputWants::stopEndsChannelsOfOnePeer()
{
    OutputWants wants;
    (void)wants.begin(1, kTool, {kRank0, kRank1}, kOut | kErr);
    (void)wants.begin(2, kOtherTool, {kRank1}, kOut);
    QVERIFY((wants.stop(kTool, {kJob}, kOut) == Asks{{{kRank0}, kOut}}));
    QVERIFY((wants.dropPeer(kTool) == Asks{{{kRank0, kRank1}, kErr}}));
    QVERIFY((wants.dropPeer(kOtherTool) == Asks{{{kRank1}, kOut}}));
}

/// Whatever comes and goes: the host forwards all that somebody wants, and nothing when nobody is left.
void TestOutputWants::nothingIsLostAndNothingStays()
{
    const std::vector<Proc> names = {
        kRank0, kRank1, kJob, kOther, Proc{"job@2", ProcRank{0}}, kAll, Proc{"", ProcRank{1}}};
    const std::vector<Proc> processes = {kRank0, kRank1, Proc{"job@2", ProcRank{0}}, Proc{"job@2", ProcRank{1}}};
    std::mt19937 random(1);
    const auto below = [&](std::size_t end) { return std::size_t(random() % end); };
    for (int round = 0; round < 300; ++round) {
        OutputWants wants;
        Host host;
        std::map<std::uint64_t, OutputSource> requests;
        for (std::uint64_t id = 1; id <= 30; ++id) {
            if (below(3) > 0 || requests.empty()) {
                const OutputSource source{names[below(names.size())], below(2) > 0 ? kOut : kOut | kErr};
                host.begin(wants.begin(id, PeerId{below(3)}, {source.procs}, source.channels));
                requests.emplace(id, source);
            } else {
                const auto gone = std::next(requests.begin(), std::ptrdiff_t(below(requests.size())));
                host.end(wants.end(gone->first));
                requests.erase(gone);
            }
            for (const auto& [number, source] : requests)
                for (const Proc& process : processes)
                    for (const IofChannel channel : {IofChannel::Stdout, IofChannel::Stderr})
                        if (source.covers(OutputStream{process, channel}))
                            QVERIFY(host.forwards(process, channel));
        }
        for (std::uint64_t peer = 0; peer < 3; ++peer)
            host.end(wants.dropPeer(PeerId{peer}));
        QVERIFY(host.forwardsNothing());
    }
}

DBGR_TEST(TestOutputWants, QCoreApplication);

} // namespace tst_output_wants

#include "tst_output_wants.moc"
