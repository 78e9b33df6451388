// SPDX-License-Identifier: BSD-3-Clause
#include "agent/agent.h"

#include "agent/daemon_start.h"
#include "agent/exec_stop.h"
#include "agent/input_pipe.h"
#include "agent/meeting_place.h"
#include "agent/report.h"
#include "util/environment.h"
#include "util/passed_descriptors.h"
#include "util/rank_environment.h"
#include "util/string_util.h"

#include <cerrno>
#include <string_view>

#include <poll.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

/// Between the bind() and the listen() of whoever was first.
constexpr std::chrono::seconds kListenMayTake{2};
/// Until dbgd runs; many nodes of a busy cluster load it from one file server.
constexpr std::chrono::seconds kAnswerMayTake{60};

util::Result<util::UniqueFd> meetDaemon(const Orders& orders, const std::vector<std::string>& environment)
{
    DBGR_TRY(const MeetingPlace place, MeetingPlace::enter(doorOnThisNode(environment, orders.session)));
    DBGR_TRY(auto door, place.claim());
    if (door) {
        auto started = startDaemon(orders, forDaemon(environment, place.door()), std::move(*door));
        if (!started) {
            removeDoor(place.door()); // the next one learns by itself why there is no dbgd
            return util::fail(std::move(started).error());
        }
    }
    return place.call(kListenMayTake);
}

util::Result<Answer> readAnswer(int connection)
{
    const auto giveUp = std::chrono::steady_clock::now() + kAnswerMayTake;
    std::string bytes;
    while (bytes.size() < kAnswerBytes) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(giveUp - std::chrono::steady_clock::now());
        pollfd readable = {connection, POLLIN, 0};
        const int ready = left.count() > 0 ? ::poll(&readable, 1, static_cast<int>(left.count())) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return util::fail(std::make_error_code(std::errc::timed_out), "dbgd does not answer");
        char buffer[kAnswerBytes];
        const ssize_t count = ::read(connection, buffer, kAnswerBytes - bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return util::fail(std::make_error_code(std::errc::connection_reset), "dbgd has hung up");
        bytes.append(buffer, static_cast<std::size_t>(count));
    }
    return decodeAnswer(bytes);
}

/// \param input where the rank has a standard input from dbgd: goes along
util::Result<void> sendReport(int connection, const Report& report, std::optional<InputPipe>& input)
{
    std::vector<util::UniqueFd> passed;
    if (input)
        passed.push_back(input->takeWriteEnd());
    auto sent = util::sendWithDescriptors(connection, encode(report), passed);
    return sent ? sent : util::fail(std::move(sent).error().withContext("reporting to dbgd"));
}

util::Result<std::optional<InputPipe>> inputFor(util::Rank rank, const Orders& orders)
{
    if (!orders.launchersReaders || orders.launchersReaders->contains(rank))
        return std::nullopt;
    return InputPipe::make();
}

} // namespace

util::Result<void> joinSession(const Orders& orders, const std::string& program,
                               const std::vector<std::string>& environment)
{
    const auto place = util::placeInJob(environment);
    if (!place)
        return util::fail(std::make_error_code(std::errc::not_supported), "no variable tells this process's rank",
                          "dbgr-exec knows the ranks of MPICH, Intel MPI, MVAPICH, Open MPI, Slurm, PALS and Flux.");
    DBGR_TRY(util::UniqueFd connection, meetDaemon(orders, environment));
    DBGR_TRY(std::optional<InputPipe> input, inputFor(place->rank, orders));
    DBGR_TRY(sendReport(connection.get(), {place->rank, place->jobSize, orders.hold, program}, input));
    DBGR_TRY(const Answer answer, readAnswer(connection.get()));
    if (orders.hold)
        DBGR_TRY(stopOnExec(connection.get()));
    if (input)
        DBGR_TRY(input->becomeStandardInput());
    allowDebugger(answer.daemon);
    static_cast<void>(connection.release()); // its end, by the exec, tells dbgd that the program is there
    return util::ok();
}

std::string fileOf(const std::string& program, const std::vector<std::string>& environment)
{
    if (program.find('/') != std::string::npos)
        return program;
    for (const std::string_view folder : util::split(util::findVariable(environment, "PATH").value_or(""), ':')) {
        const std::string file = (folder.empty() ? std::string(".") : std::string(folder)) + '/' + program;
        if (::access(file.c_str(), X_OK) == 0)
            return file;
    }
    return program;
}

} // namespace dbgr::agent
