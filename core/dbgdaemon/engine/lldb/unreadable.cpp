// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/unreadable.h"

#include "dbgdaemon/engine/lldb/libstdcxx.h"
#include "dbgdaemon/engine/lldb/lldb_errors.h"

#include <lldb/API/SBAddress.h>
#include <lldb/API/SBError.h>
#include <lldb/API/SBType.h>

#include <cinttypes>
#include <cstdio>
#include <limits>

namespace dbgr::daemon {

namespace {

bool hasByteAt(lldb::SBTarget& target, std::uint64_t address)
{
    char byte = 0;
    lldb::SBError error;
    // As LLDB reads values: what a core file leaves out is in the program's file.
    return target.ReadMemory(lldb::SBAddress(address, target), &byte, 1, error) == 1 && error.Success();
}

bool isAggregate(lldb::SBType type)
{
    return (type.GetTypeFlags() & (lldb::eTypeIsStructUnion | lldb::eTypeIsClass | lldb::eTypeIsArray)) != 0;
}

} // namespace

bool isReadable(lldb::SBTarget target, std::uint64_t address, std::uint64_t size)
{
    if (size == 0)
        return true;
    if (size - 1 > std::numeric_limits<std::uint64_t>::max() - address)
        return false;
    return hasByteAt(target, address) && hasByteAt(target, address + size - 1);
}

std::string cannotRead(std::uint64_t address)
{
    char text[64];
    std::snprintf(text, sizeof text, "the memory at 0x%" PRIx64 " cannot be read", address);
    return text;
}

bool pointsNowhere(lldb::SBValue pointer)
{
    lldb::SBType type = pointer.GetType().GetCanonicalType();
    if (!type.IsPointerType() || pointer.GetError().Fail())
        return false;
    lldb::SBType target = type.GetPointeeType();
    const std::uint64_t address = pointer.GetValueAsUnsigned(0);
    if (address == 0 || target.IsFunctionType() || target.GetBasicType() == lldb::eBasicTypeVoid)
        return false;
    return !isReadable(pointer.GetTarget(), address, 1);
}

std::string whyUnreadable(lldb::SBValue value)
{
    lldb::SBType type = value.GetType().GetCanonicalType();
    if (const lldb::SBError error = value.GetError(); error.Fail())
        return wordsOf(error);
    if (!isAggregate(type))
        return {};
    const std::uint64_t address = value.GetLoadAddress();
    if (address != LLDB_INVALID_ADDRESS && !isReadable(value.GetTarget(), address, type.GetByteSize()))
        return cannotRead(address);
    return whyDamaged(value);
}

} // namespace dbgr::daemon
