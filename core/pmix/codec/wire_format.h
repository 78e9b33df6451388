// SPDX-License-Identifier: BSD-3-Clause
// How two peers agreed to write: the result of a handshake, needed wherever bytes are made or read. Thread: any.
#pragma once

#include "pmix/codec/wire_version.h"
#include "pmix/types/byte_object.h"

namespace dbgr::pmix {

struct WireFormat
{
    WireVersion version = WireVersion::V41;
    BufferType buffer = BufferType::NonDescribed;

    friend bool operator==(const WireFormat&, const WireFormat&) = default;
};

} // namespace dbgr::pmix
