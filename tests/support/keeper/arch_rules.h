// SPDX-License-Identifier: GPL-3.0-or-later
// What has to hold of every processor that the keeper knows, on whichever one this is run. Without Qt, so that it can
// be compiled for another processor, too: tests/cross. Thread: any.
#pragma once

#include <string>
#include <vector>

namespace dbgr::test {

/// What was found wrong.
class Findings
{
public:
    bool expect(bool holds, const std::string& what)
    {
        if (!holds)
            m_findings.push_back(what);
        return holds;
    }
    [[nodiscard]] const std::vector<std::string>& all() const { return m_findings; }

private:
    std::vector<std::string> m_findings;
};

struct ArchRule
{
    const char* name;
    void (*check)(Findings& findings);
};

[[nodiscard]] const std::vector<ArchRule>& archRules();

} // namespace dbgr::test
