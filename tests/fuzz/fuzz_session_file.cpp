// SPDX-License-Identifier: GPL-3.0-or-later
// Any file: it is a session that can be saved and opened again as the same one, or it is refused with words.
#include "session/file/session_json.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dbgr;
    const auto document = session::readSession({reinterpret_cast<const char*>(data), size});
    if (!document) {
        test::mustHold(!document.error().detail.empty() && !document.error().advice.empty(), "an error has words");
        return 0;
    }
    const auto text = session::writeSession(*document);
    test::mustHold(text.has_value(), "what was read can be written");
    const auto again = session::readSession(*text);
    test::mustHold(again.has_value() && *again == *document, "it is read back as it was");
    return 0;
}
