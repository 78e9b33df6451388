// SPDX-License-Identifier: BSD-3-Clause
#include "values/location/pieces.h"

#include "values/values_error.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr std::uint64_t kLargestPiece = 1 << 20;

tl::unexpected<util::Error> gone()
{
    return optimizedOut();
}

util::Result<void> readPiece(const Piece& piece, Frame* frame, StopMemory& memory, std::span<std::byte> out)
{
    const auto copy = [&](std::span<const std::byte> from) {
        std::memcpy(out.data(), from.data(), std::min(from.size(), out.size()));
        return util::ok();
    };
    switch (piece.kind) {
    case Piece::Kind::Memory:
        return memory.read(Address{piece.value}.plus(static_cast<std::int64_t>(piece.skip)), out);
    case Piece::Kind::Number:
        return copy(std::as_bytes(std::span(&piece.value, 1)));
    case Piece::Kind::Bytes:
        return copy(piece.bytes);
    case Piece::Kind::Register: {
        std::vector<std::byte> whole(out.size() + static_cast<std::size_t>(piece.skip));
        if (!frame || !frame->readRegister(static_cast<unsigned>(piece.value), whole))
            return gone();
        return copy(std::span(whole).subspan(static_cast<std::size_t>(piece.skip)));
    }
    case Piece::Kind::Nothing:
        break;
    }
    return gone();
}

StopMemory::MadeOf originOf(const std::vector<Piece>& pieces)
{
    if (pieces.size() > 1)
        return StopMemory::MadeOf::Pieces;
    const bool inRegister = !pieces.empty() && pieces.front().kind == Piece::Kind::Register;
    return inRegister ? StopMemory::MadeOf::Register : StopMemory::MadeOf::Computed;
}

} // namespace

util::Result<Address> assemble(const Location& location, Frame* frame, StopMemory& memory, std::uint64_t bytes)
{
    std::vector<std::byte> all;
    std::vector<bool> known;
    for (const Piece& piece : location.pieces) {
        std::uint64_t size = piece.size;
        if (size == 0)
            size = bytes > 0 ? bytes : piece.kind == Piece::Kind::Bytes ? piece.bytes.size() : sizeof(std::uint64_t);
        if (size > kLargestPiece || piece.skip > kLargestPiece || all.size() > kLargestPiece)
            return util::fail(Errc::TooLarge, "a piece of it has " + std::to_string(size) + " bytes");
        std::vector<std::byte> content(static_cast<std::size_t>(size));
        auto done = readPiece(piece, frame, memory, content);
        if (!done && location.pieces.size() == 1)
            return util::fail(std::move(done).error());
        all.insert(all.end(), content.begin(), content.end());
        known.insert(known.end(), content.size(), done.has_value());
    }
    return memory.makeUp(std::move(all), std::move(known), originOf(location.pieces));
}

} // namespace dbgr::values
