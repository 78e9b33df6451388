// SPDX-License-Identifier: GPL-3.0-or-later
// FrameReader: the frames of a stream do not depend on the pieces in which it arrives.
// Input: size of the pieces, stream.
#include "pmix/frame/frame_reader.h"
#include "pmix/frame/frame_writer.h"
#include "tests/fuzz/fuzz_input.h"

#include <algorithm>
#include <vector>

using namespace dbgr::pmix;
using namespace dbgr::test;

namespace {

struct Outcome
{
    std::vector<Frame> frames;
    bool failed = false;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome readInPieces(std::string_view stream, std::size_t pieceBytes)
{
    FrameReader reader(4096);
    Outcome outcome;
    while (!stream.empty() && !outcome.failed) {
        const std::string_view piece = stream.substr(0, pieceBytes);
        stream.remove_prefix(piece.size());
        reader.feed(piece);
        while (true) {
            auto frame = reader.next();
            outcome.failed = !frame;
            if (!frame || !*frame)
                break;
            outcome.frames.push_back(std::move(**frame));
        }
    }
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const std::size_t pieceBytes = input.choice() + std::size_t{1};
    const Outcome outcome = readInPieces(input.rest(), pieceBytes);
    mustHold(outcome == readInPieces(input.rest(), std::max<std::size_t>(size, 1)), "pieces do not matter");
    std::string again;
    for (const Frame& frame : outcome.frames)
        again += encodeFrame(frame.peerIndex, frame.tag, frame.body);
    mustHold(again.size() <= size, "frames are no longer than their bytes");
    return 0;
}
