// SPDX-License-Identifier: BSD-3-Clause
#include "util/demangle.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace dbgr::util {

std::optional<std::string> demangled(std::string_view name)
{
    constexpr std::size_t kLongest = 4096;
    if (name.empty() || name.size() > kLongest)
        return std::nullopt;
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> words(
        abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && words ? std::optional<std::string>(words.get()) : std::nullopt;
}

} // namespace dbgr::util
