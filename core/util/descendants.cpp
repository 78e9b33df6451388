// SPDX-License-Identifier: BSD-3-Clause
#include "util/descendants.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace dbgr::util {

namespace {

void addChildren(Pid process, const std::string& procRoot, std::vector<Pid>& found)
{
    namespace fs = std::filesystem;
    std::error_code error; // of a process that ends meanwhile, too
    const std::string threads = procRoot + "/" + std::to_string(process.value()) + "/task";
    for (fs::directory_iterator thread(threads, error), end; !error && thread != end; thread.increment(error)) {
        std::ifstream children(thread->path() / "children");
        for (std::int32_t pid = 0; children >> pid;)
            found.emplace_back(pid);
    }
}

} // namespace

std::vector<Pid> descendantsOf(Pid process, const std::string& procRoot)
{
    constexpr std::size_t kMost = 10'000; // of a launcher's, its ranks are below it
    std::vector<Pid> found;
    addChildren(process, procRoot, found);
    for (std::size_t next = 0; next < found.size() && found.size() < kMost; ++next)
        addChildren(found[next], procRoot, found);
    return found;
}

} // namespace dbgr::util
