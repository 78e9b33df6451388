// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of tests/support/keeper/arch_rules.h as a program without Qt, for other processors. Exit status 1:
// something was found.
#include "keeper/arch/arch.h"
#include "tests/support/keeper/arch_rules.h"

#include <cstdio>

int main()
{
    using namespace dbgr;
    std::size_t count = 0;
    for (const test::ArchRule& rule : test::archRules()) {
        test::Findings findings;
        rule.check(findings);
        for (const std::string& finding : findings.all())
            std::printf("%s: %s\n", rule.name, finding.c_str());
        count += findings.all().size();
    }
    const keeper::Arch* const arch = keeper::nativeArch();
    std::printf("%zu rules, %zu findings, on %s\n", test::archRules().size(), count,
                arch ? std::string(arch->triple()).c_str() : "a processor that the keeper does not know");
    return count == 0 && arch ? 0 : 1;
}
