// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/crash.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/registers.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBError.h>
#include <lldb/API/SBFunction.h>
#include <lldb/API/SBInstruction.h>
#include <lldb/API/SBInstructionList.h>
#include <lldb/API/SBMemoryRegionInfo.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBSymbol.h>
#include <lldb/API/SBTarget.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::size_t kLongestInstruction = 16;

Instruction readInstruction(lldb::SBFrame frame)
{
    lldb::SBTarget target = frame.GetThread().GetProcess().GetTarget();
    lldb::SBAddress place = frame.GetPCAddress();
    std::array<std::uint8_t, kLongestInstruction> bytes{};
    lldb::SBError error;
    const std::size_t count = target.ReadMemory(place, bytes.data(), bytes.size(), error); // core files have no text
    lldb::SBInstruction read = target.GetInstructions(place, bytes.data(), count).GetInstructionAtIndex(0);
    if (!read.IsValid())
        return {};
    return {text(read.GetMnemonic(target)), text(read.GetOperands(target))};
}

std::optional<MemoryArea> areaAt(lldb::SBProcess process, std::uint64_t address)
{
    lldb::SBMemoryRegionInfo info;
    if (process.GetMemoryRegionInfo(address, info).Fail() || info.GetRegionEnd() <= info.GetRegionBase())
        return std::nullopt;
    return MemoryArea{info.GetRegionBase(), info.GetRegionEnd(), info.IsMapped(),
                      info.IsReadable(),    info.IsWritable(),   text(info.GetName())};
}

std::optional<std::uint64_t> callersStack(lldb::SBThread thread)
{
    lldb::SBFrame caller = thread.GetFrameAtIndex(1);
    return caller.IsValid() ? std::optional(caller.GetSP()) : std::nullopt;
}

} // namespace

FaultWords explain(lldb::SBThread thread, int signal, std::string words)
{
    lldb::SBFrame top = thread.GetFrameAtIndex(0);
    return explain(
        Fault{.signal = signal,
              .words = std::move(words),
              .pc = top.GetPC(),
              .stackPointer = top.GetSP(),
              .instruction = readInstruction(top),
              .callersStack = [thread] { return callersStack(thread); },
              .registerOf = [top](std::string_view name) { return registerWord(top, std::string(name)); },
              .areaAt = [process = thread.GetProcess()](std::uint64_t address) { return areaAt(process, address); }});
}

debug::InstructionPlace instructionOf(lldb::SBFrame frame)
{
    debug::InstructionPlace place{frame.GetPC(), std::nullopt};
    lldb::SBAddress begin = frame.GetSymbol().GetStartAddress();
    if (lldb::SBFunction function = frame.GetFunction(); function.IsValid())
        begin = function.GetStartAddress();
    const lldb::addr_t address = begin.GetLoadAddress(frame.GetThread().GetProcess().GetTarget());
    if (begin.IsValid() && address != LLDB_INVALID_ADDRESS && address <= frame.GetPC())
        place.offset = frame.GetPC() - address;
    const Instruction instruction = readInstruction(frame);
    place.text = instruction.mnemonic;
    if (!instruction.operands.empty())
        place.text += " " + instruction.operands;
    return place;
}

} // namespace dbgr::daemon
