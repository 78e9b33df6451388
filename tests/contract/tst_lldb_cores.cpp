// SPDX-License-Identifier: GPL-3.0-or-later
// What LLDB's engine shows of core files, and what it does not do with them.
#include <QTest> // first: moc cannot read <chrono> before other headers

#include "corefile/core_file.h"
#include "debug/debug_error.h"
#include "tests/contract/lldb_rig.h"
#include "tests/support/corefile/core_maker.h"
#include "tests/support/run/test_class.h"
#include "util/rank_environment.h"

#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <fstream>

namespace tst_lldb_cores {

using namespace dbgr;
using debug::Errc;
using debug::StopReason;
using test::EngineClient;
using test::LldbRig;
using util::Rank;
using util::RankSet;

namespace {

const std::string kCrash = DBGR_DEBUGGEE_DIR "/crash";

}

class TstLldbCores : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_rig = std::make_unique<LldbRig>(); }
    void cleanup() { m_rig.reset(); }

    void theReaderKnowsARealCoreFile();
    void ranksStandWhereTheyCrashed();
    void theProgramIsFoundWithoutBeingNamed();
    void theProgramMayBeMissing();
    void stacksAndValuesCanBeAsked();
    void nothingInItCanRun();
    void theProcessOfItsNumberIsLeftAlone();
    void detachingEndsIt();
    void aCutOffFileStillTellsTheSignal();
    void whatIsNoCoreFileIsAnAttachFailure();

private:
    void attach(const std::vector<std::pair<std::string, std::string>>& programsAndCores)
    {
        std::vector<daemon::AttachTarget> targets;
        for (const auto& [program, core] : programsAndCores)
            targets.push_back({Rank(std::uint32_t(targets.size())), util::Pid(), {}, program, {}, core});
        m_rig->client().attach(std::move(targets));
    }
    [[nodiscard]] std::optional<debug::StopEvent> open(std::uint32_t count, const std::string& program = kCrash)
    {
        std::vector<std::pair<std::string, std::string>> those;
        for (std::uint32_t i = 0; i < count; ++i)
            those.emplace_back(program, m_cores[i]);
        attach(those);
        m_attached = m_rig->client().nextOfEach<debug::AttachedRank>(count);
        auto stops = m_rig->client().nextOfEach<debug::StopEvent>(count);
        return stops.size() == count ? std::optional(stops.at(Rank(0))) : std::nullopt;
    }

    QTemporaryDir m_folder;
    std::vector<std::string> m_cores;
    std::map<Rank, debug::AttachedRank> m_attached;
    std::unique_ptr<LldbRig> m_rig;
};

void TstLldbCores::initTestCase()
{
    for (int rank = 0; rank < 2; ++rank) {
        const QString core = test::makeRealCore(m_folder.path(), QString::fromStdString(kCrash),
                                                {QString("PMI_RANK=%1").arg(rank), "PMI_SIZE=2", "PMI_JOBID=j"});
        QVERIFY2(!core.isEmpty(), "no core file: neither the kernel nor gdb made one");
        m_cores.push_back(core.toStdString());
    }
}

void TstLldbCores::theReaderKnowsARealCoreFile()
{
    const auto core = corefile::readCoreFile(m_cores[1]);
    QVERIFY2(core, core ? "" : core.error().message().c_str());
    QCOMPARE(core->signal, SIGSEGV);
    QCOMPARE(core->executable, kCrash);
    QCOMPARE(util::placeInJob(core->environment).value(), (util::PlaceInJob{Rank(1), 2, "j"}));
    QCOMPARE(core->missingBytes, 0U);
}

void TstLldbCores::ranksStandWhereTheyCrashed()
{
    const auto stop = open(2);
    QVERIFY(stop);
    QVERIFY(stop->cause.reason == StopReason::Signal && stop->cause.isCrash());
    QCOMPARE(stop->cause.signal, SIGSEGV);
    QCOMPARE(stop->cause.top.function, std::string("fill"));
    QVERIFY(stop->cause.description.find("signal") == std::string::npos);
    QCOMPARE(m_attached.at(Rank(1)).executable, kCrash);
    QCOMPARE(m_attached.at(Rank(1)).pid, corefile::readCoreFile(m_cores[1])->pid);
}

void TstLldbCores::theProgramIsFoundWithoutBeingNamed()
{
    const auto stop = open(1, "");
    QVERIFY(stop);
    QCOMPARE(stop->cause.top.function, std::string("fill"));
}

void TstLldbCores::theProgramMayBeMissing()
{
    const auto stop = open(1, "/no/such/program");
    QVERIFY(stop);
    QCOMPARE(stop->cause.signal, SIGSEGV);
}

void TstLldbCores::stacksAndValuesCanBeAsked()
{
    QVERIFY(open(2));
    const auto stacks = m_rig->client().get<debug::StacksReply>(RankSet::firstN(2), debug::GetStacks{});
    QVERIFY(!stacks.tree.roots().empty());
    const auto frames = m_rig->client().get<debug::FramesReply>(RankSet(Rank(1)), debug::GetFrames{});
    QCOMPARE(frames.ranks.size(), std::size_t(1));
    QCOMPARE(frames.ranks[0].frames.at(2).function, std::string("main"));
    const auto values =
        m_rig->client().get<debug::ValuesReply>(RankSet::firstN(2), debug::Evaluate{"matrix.rows", {}, 0});
    QCOMPARE(values.values.size(), std::size_t(1));
    QCOMPARE(values.values[0].value, std::string("3"));
    QCOMPARE(values.values[0].ranks, RankSet::firstN(2));
    const auto threads = m_rig->client().get<debug::ThreadsReply>(RankSet(Rank(0)), debug::GetThreads{});
    QCOMPARE(threads.ranks.at(0).threads.size(), std::size_t(1));
}

void TstLldbCores::nothingInItCanRun()
{
    QVERIFY(open(2));
    const debug::EngineRequest requests[] = {
        debug::Continue{},  debug::Interrupt{},
        debug::Step{},      debug::Jump{{"crash.cpp", 1}},
        debug::ReturnNow{}, debug::SetBreakpoint{{util::BreakpointId(1), debug::FunctionName{"main"}, "", true}}};
    for (const debug::EngineRequest& request : requests) {
        const debug::EngineReply reply = m_rig->client().ask(RankSet::firstN(2), request);
        QCOMPARE(reply.failures.size(), std::size_t(1)); // one for both ranks
        QCOMPARE(reply.failures[0].ranks, RankSet::firstN(2));
        QVERIFY(reply.failures[0].error.code == Errc::NotAlive);
        QVERIFY(reply.failures[0].error.detail.find("a core file cannot run") != std::string::npos);
    }
    QVERIFY(!m_rig->client().has<daemon::RankResumed>());
}

void TstLldbCores::theProcessOfItsNumberIsLeftAlone()
{
    // As if this very process had got its number since.
    QFile file(QString::fromStdString(m_cores[0]));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray bytes = file.readAll();
    const auto number = [](std::int32_t pid) { return QByteArray(reinterpret_cast<const char*>(&pid), sizeof pid); };
    bytes.replace(number(corefile::readCoreFile(m_cores[0])->pid.value()), number(::getpid()));
    const std::string path = m_folder.filePath("own").toStdString();
    std::ofstream(path, std::ios::binary) << bytes.toStdString();

    attach({{kCrash, path}});
    const auto attached = m_rig->client().next<debug::AttachedRank>();
    QVERIFY(attached);
    QCOMPARE(attached->pid.value(), ::getpid());
    QVERIFY(m_rig->client().ask(RankSet(Rank(0)), debug::Kill{}).failures.empty());
    QVERIFY(m_rig->client().next<daemon::RankDetached>());
}

void TstLldbCores::detachingEndsIt()
{
    QVERIFY(open(2));
    QVERIFY(m_rig->client().ask(RankSet(Rank(0)), debug::Detach{}).failures.empty());
    QVERIFY(m_rig->client().next<daemon::RankDetached>());
    QVERIFY(m_rig->client().ask(RankSet(Rank(1)), debug::Kill{}).failures.empty());
    QVERIFY(m_rig->client().next<daemon::RankDetached>());
    QVERIFY(EngineClient::failure(m_rig->client().ask(RankSet(Rank(1)), debug::GetStacks{})) == Errc::NotAttached);
}

void TstLldbCores::aCutOffFileStillTellsTheSignal()
{
    const QString cut = m_folder.filePath("cut");
    QVERIFY(QFile::copy(QString::fromStdString(m_cores[0]), cut));
    QVERIFY(QFile::resize(cut, 40000));
    m_cores.insert(m_cores.begin(), cut.toStdString());
    const auto stop = open(1);
    m_cores.erase(m_cores.begin());
    QVERIFY(stop);
    QCOMPARE(stop->cause.signal, SIGSEGV);
}

void TstLldbCores::whatIsNoCoreFileIsAnAttachFailure()
{
    attach({{kCrash, "/proc/self/status"}, {kCrash, "/no/such/core"}, {kCrash, kCrash}});
    const auto failed = m_rig->client().nextOfEach<daemon::RankAttachFailed>(3);
    QCOMPARE(failed.size(), std::size_t(3));
    QVERIFY(failed.at(Rank(1)).error.detail.find("/no/such/core") != std::string::npos);
}

DBGR_TEST(TstLldbCores, QCoreApplication);

} // namespace tst_lldb_cores

#include "tst_lldb_cores.moc"
