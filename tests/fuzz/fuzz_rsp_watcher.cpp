// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a gdb-remote conversation: the first byte says how they arrive, the others which side says them.
#include "dbgdaemon/guard/rsp_watcher.h"
#include "rsp/splitter.h"

#include <cstdlib>
#include <string>

using namespace dbgr;
using namespace dbgr::daemon;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::size_t pieceBytes = data[0] == 0 ? size : data[0];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    RspWatcher watcher(dbgr::util::Pid(0x1234));
    rsp::Splitter splitters[2];
    std::string held[2];
    std::size_t passed = 0;
    for (std::size_t at = 0, side = 0; at < bytes.size(); at += pieceBytes, side ^= 1U) {
        held[side] += bytes.substr(at, pieceBytes);
        while (const auto unit = splitters[side].next(held[side])) {
            if (unit->raw.empty() || unit->raw.size() > held[side].size())
                std::abort(); // it would never end, or lose bytes
            side == 0 ? static_cast<void>(watcher.onClient(*unit)) : static_cast<void>(watcher.onStub(*unit));
            passed += unit->raw.size();
            held[side].erase(0, unit->raw.size());
        }
        if (held[side].size() >= rsp::Splitter::kMaxHeldBytes)
            std::abort();
    }
    if (passed + held[0].size() + held[1].size() != bytes.size())
        std::abort();
    return 0;
}
