// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever another node answers to `dbgr doctor NODE`: findings are few and short, and read back as they are.
#include "app/doctor/node_report.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace dbgr::doctor;
    const Findings findings = readLines({reinterpret_cast<const char*>(data), size});
    dbgr::test::mustHold(findings.size() <= 50, "no more than a node can have");
    for (const Finding& finding : findings)
        dbgr::test::mustHold(!finding.check.empty() && finding.found.size() <= 1000, "each has a name and few words");
    dbgr::test::mustHold(readLines(toLines(findings)).size() == findings.size(), "what was read can be written");
    return 0;
}
