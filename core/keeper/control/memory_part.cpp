// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/control/memory_part.h"

#include "util/byte_reader.h"
#include "util/byte_writer.h"

#include <system_error>

namespace dbgr::keeper {

std::string encode(const MemoryPart& part)
{
    util::ByteWriter writer;
    writer.host(part.first);
    for (const MemoryPiece& piece : part.pieces) {
        writer.host(static_cast<std::uint32_t>(piece.error));
        writer.host(static_cast<std::uint32_t>(piece.bytes.size()));
        writer.bytes(piece.bytes);
    }
    return writer.take();
}

util::Result<MemoryPart> decodeMemoryPart(std::string_view bytes)
{
    util::ByteReader reader(bytes);
    MemoryPart part;
    part.first = reader.host<std::uint32_t>();
    while (reader.ok() && !reader.atEnd()) {
        const auto error = static_cast<int>(reader.host<std::uint32_t>());
        const auto size = reader.host<std::uint32_t>();
        part.pieces.push_back({error, std::string(reader.bytes(size))});
    }
    if (!reader.ok() || bytes.size() > kMostPartBytes)
        return util::fail(std::make_error_code(std::errc::bad_message),
                          "what was read of the ranks' memory is malformed");
    return part;
}

} // namespace dbgr::keeper
