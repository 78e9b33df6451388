// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/sample/sample_reader.h"

#include "dbgdaemon/engine/no_debug_info.h"
#include "dbgdaemon/engine/sample/stack_sampler.h"
#include "util/memory_file.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20; // the keeper copies less of a rank

debug::Frame wordsAsFrame(std::string words)
{
    debug::Frame frame;
    frame.function = std::move(words);
    return frame;
}

/// Of a thread that did not stand. \param state as /proc has it
std::string whyNoFrames(char state)
{
    switch (state) {
    case 'D':
        return "(waits for a device)";
    case 'Z':
    case 'X':
    case 0:
        return "(is ending)";
    default:
        return "(did not stand to be looked at)";
    }
}

std::vector<debug::Frame> framesOf(SampledThread thread)
{
    if (thread.frames.empty())
        return {wordsAsFrame(whyNoFrames(thread.state))};
    std::vector<debug::Frame> frames = std::move(thread.frames);
    if (!thread.pythonWords.empty())
        frames.insert(frames.begin(), wordsAsFrame("(" + thread.pythonWords + ")"));
    if (thread.state == 'T')
        frames.insert(frames.begin(), wordsAsFrame("(stopped by a signal)"));
    if (!thread.truncated.empty())
        frames.push_back(wordsAsFrame("(outer frames were not read)"));
    return frames;
}

class Reader
{
public:
    SamplesRead read(const debug::Sample& how, const std::vector<RankSample>& samples)
    {
        debug::StacksReply stacks;
        SamplesRead made;
        std::map<std::string, util::RankSet> poor; // by their programs
        for (const RankSample& sample : samples) {
            const auto without = add(how, sample, stacks.tree);
            if (!without)
                made.reply.failures.push_back({util::RankSet(sample.rank), without.error()});
            else if (!without->empty())
                poor[*without].insert(sample.rank);
        }
        made.reply.body = std::move(stacks);
        for (auto& [program, ranks] : poor)
            made.warnings.push_back({std::move(ranks), noDebugInfo(program)});
        return made;
    }

private:
    /// \return the program of a rank that stands, if it has no debug information
    util::Result<std::string> add(const debug::Sample& how, const RankSample& sample, debug::StackTree& tree)
    {
        DBGR_TRY(const std::string bytes, util::readMemoryFile(sample.file.get(), kMostBytes));
        DBGR_TRY(const util::RankSnapshot snapshot, util::decodeRankSnapshot(bytes));
        DBGR_TRY(SampledStacks sampled, m_sampler.stacksOf(snapshot, how.maxFrames));
        for (SampledThread& thread : sampled.threads)
            tree.add(sample.rank, framesOf(std::move(thread)));
        return std::move(sampled.withoutDebugInfo);
    }

    values::DebugFileStore m_store;
    StackSampler m_sampler{m_store};
};

} // namespace

ReadSamples sampleReader()
{
    return [reader = std::make_shared<Reader>()](const debug::Sample& how, const std::vector<RankSample>& samples) {
        return reader->read(how, samples);
    };
}

} // namespace dbgr::daemon
