// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/values/job_maps.h"

#include "pmix/types/status.h"

#include <pmix_server.h>

#include <charconv>
#include <cstring>
#include <new>
#include <optional>

namespace dbgr::pmix::capi {

namespace {

constexpr std::string_view kRaw = "raw:";
constexpr std::string_view kNative = "pmix[";

/// Takes what stands before the first of `stops` off `rest`.
std::string_view takeUntil(std::string_view& rest, std::string_view stops)
{
    const std::string_view taken = rest.substr(0, rest.find_first_of(stops));
    rest.remove_prefix(taken.size());
    return taken;
}

std::optional<unsigned long> numberIn(std::string_view text)
{
    unsigned long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// Writes "a-b" as "prefix a suffix, ... , prefix b suffix". False when it is no range, or too long.
bool writeRange(std::string_view range, std::string_view prefix, std::string_view suffix, std::size_t digits,
                std::string& out)
{
    const std::size_t dash = range.find('-');
    const auto first = numberIn(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : numberIn(range.substr(dash + 1));
    if (!first || !last || *last < *first)
        return false;
    for (unsigned long i = *first; i <= *last; ++i) {
        const std::string number = std::to_string(i);
        if (out.size() > kMaxListBytes)
            return false;
        if (!out.empty() && out.back() != ';')
            out += ',';
        out.append(prefix)
            .append(number.size() < digits ? digits - number.size() : 0, '0')
            .append(number)
            .append(suffix);
    }
    return true;
}

/// One item of a native list of nodes, "prefix[digits:1-3,5]suffix" or a name.
bool writeNodes(std::string_view& rest, std::string& out)
{
    const std::string_view prefix = takeUntil(rest, "[,");
    if (rest.empty() || rest.front() == ',') {
        if (!out.empty())
            out += ',';
        out += prefix;
        return true;
    }
    rest.remove_prefix(1);
    const auto digits = numberIn(takeUntil(rest, ":"));
    const std::string_view ranges = takeUntil(rest, "]");
    if (!digits || *digits > 32 || ranges.empty() || rest.empty())
        return false;
    rest.remove_prefix(1);
    const std::string_view suffix = takeUntil(rest, ",");
    for (std::string_view left = ranges.substr(1);;) {
        if (!writeRange(takeUntil(left, ","), prefix, suffix, *digits, out))
            return false;
        if (left.empty())
            return true;
        left.remove_prefix(1);
    }
}

/// A native list of ranks, "0-3,7;4-6".
bool writeRanks(std::string_view list, std::string& out)
{
    while (!list.empty()) {
        const std::string_view range = takeUntil(list, ",;");
        if (!range.empty() && !writeRange(range, {}, {}, 0, out))
            return false;
        if (list.empty())
            return true;
        if (list.front() == ';')
            out += ';';
        list.remove_prefix(1);
    }
    return true;
}

bool writeNative(std::string_view list, std::string& out)
{
    if (list.find_first_not_of("0123456789-,;") == std::string_view::npos)
        return writeRanks(list, out);
    while (!list.empty()) {
        if (!writeNodes(list, out) || out.size() > kMaxListBytes)
            return false;
        if (!list.empty())
            list.remove_prefix(1);
    }
    return true;
}

} // namespace

util::Result<std::string> expandList(std::string_view text)
{
    if (text.substr(0, kRaw.size()) == kRaw)
        return std::string(text.substr(kRaw.size()));
    if (text.substr(0, kNative.size()) != kNative)
        return std::string(text);
    std::string list;
    if (text.back() != ']' || !writeNative(text.substr(kNative.size(), text.size() - kNative.size() - 1), list))
        return util::fail(list.size() > kMaxListBytes ? Status::ErrOutOfResource : Status::ErrBadParam,
                          "cannot read the list \"" + std::string(text.substr(0, 100)) + '"');
    return list;
}

} // namespace dbgr::pmix::capi

namespace {

/// The uncompressed form, which every PMIx library reads.
pmix_status_t rawForm(const char* input, char** output)
{
    if (!input || !output)
        return PMIX_ERR_BAD_PARAM;
    const std::size_t bytes = std::strlen(input) + sizeof "raw:";
    *output = static_cast<char*>(std::malloc(bytes));
    if (!*output)
        return PMIX_ERR_NOMEM;
    std::snprintf(*output, bytes, "raw:%s", input);
    return PMIX_SUCCESS;
}

} // namespace

pmix_status_t PMIx_generate_regex(const char* input, char** regex)
{
    return rawForm(input, regex);
}

pmix_status_t PMIx_generate_ppn(const char* input, char** ppn)
{
    return rawForm(input, ppn);
}
