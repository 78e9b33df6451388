// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/sanitizer_report.h"

#include <algorithm>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr std::string_view kHeading = "SUMMARY: ";

// By the word behind the sanitizer's name.
constexpr std::pair<std::string_view, std::string_view> kMeanings[] = {
    {"heap-use-after-free", "freed memory"},
    {"double-free", "memory that had been freed before is freed once more"},
    {"bad-free", "what is freed was not got from the heap"},
    {"alloc-dealloc-mismatch", "freed in another way than it was got, as new[] by delete"},
    {"heap-buffer-overflow", "outside of an array on the heap"},
    {"stack-buffer-overflow", "outside of a local array"},
    {"stack-buffer-underflow", "outside of a local array"},
    {"dynamic-stack-buffer-overflow", "outside of a local array"},
    {"global-buffer-overflow", "outside of a static array"},
    {"container-overflow", "behind the last element that a container has"},
    {"stack-use-after-return", "a local variable of a call that has returned"},
    {"stack-use-after-scope", "a local variable whose block has ended"},
    {"use-after-poison", "memory that the program's own allocator has taken back"},
};

} // namespace

std::string reportWords(std::string_view summary)
{
    summary = summary.substr(0, summary.find('\n'));
    if (summary.starts_with(kHeading))
        summary.remove_prefix(kHeading.size());
    std::string words(summary);
    constexpr std::string_view kBetween = ": ";
    const std::size_t colon = summary.find(kBetween);
    if (colon == std::string_view::npos)
        return words;
    const std::string_view rest = summary.substr(colon + kBetween.size());
    const std::string_view kind = rest.substr(0, rest.find(' '));
    const auto* const known = std::ranges::find(kMeanings, kind, &std::pair<std::string_view, std::string_view>::first);
    if (known != std::end(kMeanings))
        words.append(kBetween).append(known->second);
    return words;
}

bool isOfSanitizer(std::string_view function)
{
    constexpr std::string_view kPrefixes[] = {"__asan", "__sanitizer", "__ubsan", "__tsan", "__lsan", "__hwasan"};
    return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) { return function.starts_with(prefix); });
}

} // namespace dbgr::daemon
