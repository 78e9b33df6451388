// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run/test_class.h"

#include <cstdio>
#include <map>
#include <string>
#include <string_view>

namespace dbgr::test {
namespace {

using Tests = std::map<std::string, RunTest, std::less<>>;

/// Tests enter it before main() begins, in no known order.
Tests& tests()
{
    static Tests all;
    return all;
}

std::string_view nameOf(std::string_view file)
{
    file.remove_prefix(file.rfind('/') + 1);
    return file.substr(0, file.find('.'));
}

} // namespace

TestClass::TestClass(const char* file, RunTest run)
{
    tests().emplace(nameOf(file), run);
}

int runNamedTest(int argc, char** argv)
{
    if (const auto named = argc > 1 ? tests().find(argv[1]) : tests().end(); named != tests().end()) {
        argv[1] = argv[0];
        return named->second(argc - 1, argv + 1);
    }
    if (tests().size() == 1) {
        return tests().begin()->second(argc, argv);
    }
    static_cast<void>(std::fprintf(stderr, "%s: which test? The first argument has to be one of\n", argv[0]));
    for (const auto& [name, run] : tests()) {
        static_cast<void>(std::fprintf(stderr, "  %s\n", name.c_str()));
    }
    return 2;
}

} // namespace dbgr::test
