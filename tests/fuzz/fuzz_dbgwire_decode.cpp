// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes from a daemon, or from whoever says so: framed, decoded, and what was taken must survive being sent on.
// The seeds are made, and held against the encoder, by tests/unit/dbgwire/tst_convert.cpp.
#include "dbgwire/convert.h"
#include "dbgwire/wire_frame.h"

#include <cstdlib>

using namespace dbgr;

namespace {

void takeMessage(std::string_view bytes)
{
    const auto message = dbgwire::decode(bytes);
    if (!message)
        return;
    const std::string once = dbgwire::encode(*message);
    const auto again = dbgwire::decode(once);
    if (!again || dbgwire::encode(*again) != once)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    dbgwire::FrameReader reader;
    for (const std::string_view piece : {bytes.substr(0, size / 2), bytes.substr(size / 2)}) {
        reader.feed(piece);
        for (;;) {
            const auto message = reader.next();
            if (!message)
                return 0;
            if (!*message)
                break;
            takeMessage(**message);
        }
    }
    return 0;
}
