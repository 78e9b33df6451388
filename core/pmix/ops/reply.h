// SPDX-License-Identifier: BSD-3-Clause
// What all operations share: a request begins with its command, a reply with a status. Thread: any; pure.
#pragma once

#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/types/command.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::pmix {

/// A packer with the command in it.
[[nodiscard]] Packer beginCommand(WireFormat format, Command command);

/// Ok for Success and OperationSucceeded, else the peer's status as an error.
[[nodiscard]] util::Result<void> toResult(Status status);

/// A reply that is a status and nothing that we want; servers may append fields, and leave them out after an error.
/// \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<void> decodeStatusReply(WireFormat format, std::string_view body);

/// Reads the status that begins a reply. \errors as decodeStatusReply()
[[nodiscard]] util::Result<void> unpackSuccess(Unpacker& unpacker);

/// The body of a reply that is only a status: what we answer as a server.
[[nodiscard]] util::Result<std::string> encodeStatusReply(WireFormat format, Status status);

/// Elements with a pack call each, and no count in front.
template <DataType D>
void packEach(Packer& packer, std::span<const TypeOf<D>> elements)
{
    for (const auto& element : elements)
        packer.pack<D>(element);
}

/// The same, up to the end of the message. \errors those of Unpacker
template <DataType D>
[[nodiscard]] util::Result<std::vector<TypeOf<D>>> unpackRest(Unpacker& unpacker)
{
    std::vector<TypeOf<D>> elements;
    while (!unpacker.atEnd()) {
        DBGR_TRY(auto element, unpacker.unpack<D>());
        elements.push_back(std::move(element));
    }
    return elements;
}

} // namespace dbgr::pmix
