// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as what dbgr-exec tells dbgd, in two pieces: a report must come back as it was, and never be too long; and
// as the words that follow it.
#include "agent/report.h"

#include <cstdint>
#include <cstdlib>

using namespace dbgr::agent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    static_cast<void>(decodeReport(bytes.substr(0, data[0])));
    static_cast<void>(decodeAnswer(bytes));
    std::string words(bytes);
    for (auto word = takeWord(words); word && *word; word = takeWord(words))
        if ((*word)->kind == kBelow && (*word)->below.value() <= 0)
            std::abort();
    const auto report = decodeReport(bytes);
    if (!report)
        return 0;
    if (!*report) {
        if (bytes.size() >= kMaxReportBytes)
            std::abort(); // it waits for more than there can be
        return 0;
    }
    const std::string again = encode(**report);
    if (!bytes.starts_with(again) || again.size() > kMaxReportBytes)
        std::abort();
    return 0;
}
