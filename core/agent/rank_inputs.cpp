// SPDX-License-Identifier: BSD-3-Clause
#include "agent/rank_inputs.h"

#include "net/fd_stream.h"

#include <utility>

#include <sys/stat.h>

namespace dbgr::agent {

namespace {

bool isPipe(int fd)
{
    struct stat status;
    return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

tl::unexpected<util::Error> inputIsOver(std::errc code, const char* why)
{
    return util::fail(std::make_error_code(code), why);
}

} // namespace

void RankInputs::add(util::Rank rank, util::UniqueFd pipe)
{
    if (!isPipe(pipe.get()) || m_inputs.contains(rank))
        return;
    auto stream = net::FdStream::create(m_loop, std::move(pipe), "the rank's standard input");
    if (!stream)
        return;
    m_ended.erase(rank);
    Input& input = m_inputs[rank];
    input.pipe = *std::move(stream);
    input.pipe->setPressure(0, 0, [this, rank](bool) { checkTaken(rank); });
    input.pipe->setClosed([this, rank](const util::Result<void>&) {
        finish(rank, inputIsOver(std::errc::broken_pipe, "it has closed its standard input"));
    });
}

void RankInputs::give(const util::RankSet& ranks, std::string_view bytes, bool eof, Done done)
{
    auto giving = std::make_shared<Giving>();
    giving->done = std::move(done);
    giving->awaited = ranks.size() + 1;
    ranks.forEach([&](util::Rank rank) {
        if (auto written = write(rank, bytes, eof); !written)
            return answer(giving, rank, written);
        Input& input = m_inputs[rank];
        if (input.pipe->outputBytes() > kMayWaitBytes)
            input.waiting.push_back(giving);
        else
            answer(giving, rank, util::ok());
        // It may be taken before anybody is told that it waits.
        m_loop.post(m_lifetime.guard([this, rank] { checkTaken(rank); }));
    });
    m_loop.post(m_lifetime.guard([this, giving] { answer(giving, {}, util::ok()); }));
}

util::Result<void> RankInputs::write(util::Rank rank, std::string_view bytes, bool eof)
{
    const auto found = m_inputs.find(rank);
    if (found == m_inputs.end() && !m_ended.contains(rank))
        return inputIsOver(std::errc::operation_not_supported, "its standard input is not dbgr's");
    if (found == m_inputs.end() || found->second.eof)
        return inputIsOver(std::errc::broken_pipe, "its standard input has ended");
    Input& input = found->second;
    if (input.pipe->outputBytes() + bytes.size() > kMaxWaitingBytes)
        return inputIsOver(std::errc::no_buffer_space, "it does not read, and much waits for it already");
    input.eof = eof;
    input.pipe->write(bytes);
    return util::ok();
}

void RankInputs::checkTaken(util::Rank rank)
{
    const auto found = m_inputs.find(rank);
    if (found == m_inputs.end() || !found->second.pipe->isOpen() || found->second.pipe->outputBytes() > 0)
        return;
    if (found->second.eof)
        return finish(rank, util::ok());
    for (const auto& giving : std::exchange(found->second.waiting, {}))
        answer(giving, rank, util::ok());
}

void RankInputs::end(const util::RankSet& ranks)
{
    ranks.forEach(
        [&](util::Rank rank) { finish(rank, inputIsOver(std::errc::broken_pipe, "its standard input was ended")); });
}

void RankInputs::finish(util::Rank rank, const util::Result<void>& result)
{
    auto node = m_inputs.extract(rank);
    if (node.empty())
        return;
    m_ended.insert(rank);
    node.mapped().pipe->close();
    for (const auto& giving : node.mapped().waiting)
        answer(giving, rank, result);
    // Not here: we may be in one of its own callbacks.
    m_loop.post([gone = std::make_shared<Input>(std::move(node.mapped()))] {});
}

/// The call's own part, which comes last or in a later round, keeps `done` from running inside it.
void RankInputs::answer(const std::shared_ptr<Giving>& giving, util::Rank rank, const util::Result<void>& result)
{
    if (!result)
        giving->failures.push_back({util::RankSet(rank), result.error()});
    if (--giving->awaited == 0)
        giving->done(std::move(giving->failures));
}

} // namespace dbgr::agent
