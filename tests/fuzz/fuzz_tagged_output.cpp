// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a launcher's merged output, in pieces of a size that the input says.
#include "session/remote/links/tagged_output.h"
#include "tests/fuzz/fuzz_input.h"

using namespace dbgr::session;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    dbgr::test::FuzzInput input(data, size);
    TaggedOutput output(static_cast<TagSyntax>(input.choice() % 3U));
    const std::size_t pieceBytes = input.choice() + 1U;
    const std::string_view bytes = input.rest();
    std::size_t passed = 0;
    const auto count = [&passed](const std::vector<OutputBytes>& parts) {
        for (const OutputBytes& part : parts) {
            dbgr::test::mustHold(!part.data.empty(), "no empty part");
            passed += part.data.size();
        }
    };
    for (std::size_t at = 0; at < bytes.size(); at += pieceBytes) {
        const auto channel = at / pieceBytes % 3 == 2 ? OutputChannel::Stderr : OutputChannel::Stdout;
        count(output.feed({std::nullopt, channel, std::string(bytes.substr(at, pieceBytes))}));
        dbgr::test::mustHold(passed <= at + pieceBytes, "nothing is made up");
    }
    count(output.finish());
    if (bytes.find_first_of("[:") == std::string_view::npos)
        dbgr::test::mustHold(passed == bytes.size(), "without a tag nothing is left out");
    return 0;
}
