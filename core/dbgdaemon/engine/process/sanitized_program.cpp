// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/sanitized_program.h"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace dbgr::daemon {

namespace {

// In the table of names that are linked when the program starts, which stands in front of its code.
constexpr std::string_view kNames[] = {"__asan_init", "__tsan_init", "__lsan_init", "__ubsan_handle_",
                                       "__ubsan_on_report"};
constexpr std::string_view kLibraries[] = {"/libasan.so", "/libtsan.so", "/liblsan.so", "/libubsan.so",
                                           "/libclang_rt."};
constexpr std::size_t kLooksAt = 4 << 20;
constexpr std::size_t kMostKnown = 64;

bool namesSanitizer(const std::string& executable)
{
    std::ifstream file(executable, std::ios::binary);
    std::vector<char> bytes(kLooksAt);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return std::ranges::any_of(kNames, [&](std::string_view name) {
        return std::search(bytes.begin(), bytes.end(), std::boyer_moore_searcher(name.begin(), name.end())) !=
               bytes.end();
    });
}

bool hasLoadedSanitizer(util::Pid pid)
{
    std::ifstream maps("/proc/" + std::to_string(pid.value()) + "/maps");
    for (std::string line; std::getline(maps, line);) {
        if (std::ranges::any_of(kLibraries, [&](std::string_view one) { return line.find(one) != std::string::npos; }))
            return true;
    }
    return false;
}

} // namespace

bool isSanitized(util::Pid pid, const std::string& executable)
{
    static thread_local std::map<std::string, bool> known; // all ranks of a node are of one program, mostly
    if (known.size() > kMostKnown)
        known.clear();
    auto found = known.find(executable);
    if (found == known.end())
        found = known.emplace(executable, !executable.empty() && namesSanitizer(executable)).first;
    return found->second || hasLoadedSanitizer(pid);
}

} // namespace dbgr::daemon
