// SPDX-License-Identifier: BSD-3-Clause
// debug::AttachOrder, and what it has in common with debug::RanksFound.
#include "dbgwire/convert_p.h"

namespace dbgr::dbgwire {

void toWire(const debug::LocalProcess& process, proto::LocalProcess& wire)
{
    wire.set_rank(process.rank.value());
    wire.set_pid(process.pid.value());
    wire.set_executable(wireText(process.executable));
}

debug::LocalProcess fromWire(const proto::LocalProcess& wire, DecodeCheck& check)
{
    // To the system, those are groups of processes. 0 is a process that its launcher does not know.
    check.require(wire.pid() >= 0, "a negative process id");
    return {check.rank(wire.rank()), util::Pid(wire.pid()), check.text(wire.executable())};
}

void toWire(const debug::LocalCore& core, proto::LocalCore& wire)
{
    wire.set_rank(core.rank.value());
    wire.set_path(wireText(core.path));
    wire.set_executable(wireText(core.executable));
}

debug::LocalCore fromWire(const proto::LocalCore& wire, DecodeCheck& check)
{
    return {check.rank(wire.rank()), check.text(wire.path()), check.text(wire.executable())};
}

void toWire(const debug::AttachOrder& order, proto::AttachOrder& wire)
{
    if (order.only)
        toWire(*order.only, *wire.mutable_only());
    listToWire(order.processes, *wire.mutable_processes());
    listToWire(order.cores, *wire.mutable_cores());
    wire.set_again(order.again);
    wire.set_keep_running(order.keepRunning);
}

debug::AttachOrder fromWire(const proto::AttachOrder& wire, DecodeCheck& check)
{
    debug::AttachOrder order;
    if (wire.has_only())
        order.only = fromWire(wire.only(), check);
    order.processes = listFromWire(wire.processes(), check, kMaxOrderEntries);
    order.cores = listFromWire(wire.cores(), check, kMaxOrderEntries);
    order.again = wire.again();
    order.keepRunning = wire.keep_running();
    return order;
}

} // namespace dbgr::dbgwire
