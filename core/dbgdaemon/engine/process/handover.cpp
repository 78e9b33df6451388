// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/handover.h"

#include "net/datagram.h"
#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <map>
#include <span>
#include <utility>

namespace dbgr::daemon {

namespace {

tl::unexpected<util::Error> badHandover(const char* what)
{
    return util::fail(std::make_error_code(std::errc::bad_message),
                      std::string("handing ranks to the engine: ") + what);
}

util::Result<AttachTarget> decodeTarget(util::BytesWithDescriptors datagram)
{
    util::ByteReader reader(datagram.bytes);
    AttachTarget target;
    target.rank = util::Rank(reader.host<std::uint32_t>());
    target.slot = reader.host<std::uint32_t>();
    target.stopsBefore = util::StopId(reader.host<std::uint64_t>());
    target.handlesBefore = util::VariableHandle(reader.host<std::uint64_t>());
    target.again = reader.u8() != 0;
    const auto fileBytes = reader.host<std::uint32_t>();
    target.file = std::string(reader.bytes(fileBytes));
    if (!reader.ok() || datagram.descriptors.size() > 1)
        return badHandover("a datagram is malformed");
    if (!datagram.descriptors.empty())
        target.stub = std::move(datagram.descriptors.front());
    return target;
}

} // namespace

debug::AttachOrder orderFor(const std::vector<AttachTarget>& targets)
{
    debug::AttachOrder order;
    for (const AttachTarget& target : targets) {
        if (target.core.empty())
            order.processes.push_back({target.rank, target.pid, target.executable});
        else
            order.cores.push_back({target.rank, target.core, target.executable});
    }
    return order;
}

util::Result<void> handOver(int socket, const AttachTarget& target)
{
    util::ByteWriter writer;
    writer.host(target.rank.value());
    writer.host(target.slot);
    writer.host(target.stopsBefore.value());
    writer.host(target.handlesBefore.value());
    writer.u8(target.again ? 1 : 0);
    writer.host(static_cast<std::uint32_t>(target.file.size()));
    writer.bytes(target.file);
    return net::sendDatagram(socket, writer.view(), std::span(&target.stub, target.stub ? 1 : 0));
}

util::Result<std::vector<AttachTarget>> takeOver(int socket, const debug::AttachOrder& order)
{
    std::map<util::Rank, AttachTarget> come;
    for (std::size_t left = order.processes.size() + order.cores.size(); left > 0; --left) {
        DBGR_TRY(auto datagram, net::receiveDatagram(socket));
        if (!datagram)
            return badHandover("a datagram is missing");
        DBGR_TRY(auto target, decodeTarget(*std::move(datagram)));
        const util::Rank rank = target.rank;
        come.insert_or_assign(rank, std::move(target));
    }
    std::vector<AttachTarget> targets;
    const auto take = [&](util::Rank rank) -> AttachTarget* {
        const auto found = come.find(rank);
        return found == come.end() ? nullptr : &targets.emplace_back(std::move(found->second));
    };
    for (const debug::LocalProcess& process : order.processes) {
        AttachTarget* const target = take(process.rank);
        if (!target)
            return badHandover("a rank has no datagram");
        target->pid = process.pid;
        target->executable = process.executable;
    }
    for (const debug::LocalCore& core : order.cores) {
        AttachTarget* const target = take(core.rank);
        if (!target)
            return badHandover("a core file has no datagram");
        target->core = core.path;
        target->executable = core.executable;
    }
    return targets;
}

} // namespace dbgr::daemon
