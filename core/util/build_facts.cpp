// SPDX-License-Identifier: BSD-3-Clause
#include "util/build_facts.h"

#include "util/loaded_libraries.h"
#include "util/own_programs.h"

namespace dbgr::util {

std::string buildFacts()
{
#ifdef NDEBUG
    constexpr auto kAssertions = "";
#else
    constexpr auto kAssertions = ", with assertions";
#endif
    std::string text = "program: " + runningProgram() + "\nsources: " + std::string(sourceId()) +
                       "\ncompiler: " __VERSION__ + kAssertions + "\n";
    for (const std::string& path : loadedLibraries())
        text += "library: " + path + "\n";
    return text;
}

} // namespace dbgr::util
