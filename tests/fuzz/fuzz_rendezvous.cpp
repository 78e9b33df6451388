// SPDX-License-Identifier: GPL-3.0-or-later
// Contact files and URIs: what is read from one can be written as a URI that reads back to the same.
// Input: a contact file.
#include "pmix/handshake/contact_file.h"
#include "tests/fuzz/fuzz_input.h"

using namespace dbgr::pmix;
using namespace dbgr::test;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view content(reinterpret_cast<const char*>(data), size);
    (void)parseServerUri(content);
    const auto contact = parseContactFile(content, "a file");
    if (!contact)
        return 0;
    mustHold(!contact->uri.server.nspace.empty() && contact->uri.server.nspace.size() <= Proc::kMaxNspaceBytes,
             "a server has a name that fits");
    const auto again = parseServerUri(formatServerUri(contact->uri));
    mustHold(again && *again == contact->uri, "a URI reads back");
    return 0;
}
