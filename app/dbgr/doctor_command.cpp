// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/doctor_command.h"

#include "app/dbgr/escapes.h"
#include "app/dbgr/json_values.h"
#include "app/dbgr/standard_output.h"
#include "app/doctor/front_checks.h"
#include "app/doctor/node_checks.h"
#include "app/doctor/other_nodes.h"
#include "net/child_spec.h"
#include "util/build_facts.h"
#include "util/host_name.h"

#include <algorithm>

#include <unistd.h>

namespace dbgr::app {

namespace {

using doctor::Finding;
using doctor::Findings;
using doctor::Verdict;

constexpr std::size_t kVerdictWidth = 9; // "limited  "
constexpr std::size_t kCheckWidth = 18;  // "temporary-folder  "

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string coloured(Verdict verdict, const Style& style)
{
    const std::string text = padded(std::string(doctor::name(verdict)), kVerdictWidth);
    if (verdict == Verdict::Broken)
        return style.bad(text);
    return verdict == Verdict::Fine ? style.dim(text) : style.good(text);
}

std::string summary(std::size_t broken)
{
    if (broken == 0)
        return "Nothing was found that keeps dbgr from working.\n";
    return broken == 1 ? "One thing will not work; see above.\n"
                       : std::to_string(broken) + " things will not work; see above.\n";
}

/// Prints as it goes: other nodes may take their time.
class DoctorPrinter
{
public:
    explicit DoctorPrinter(bool json) : m_json(json), m_style(!json && ::isatty(STDOUT_FILENO) == 1) {}

    void show(const std::string& node, const Findings& findings)
    {
        m_out.write(m_json ? findingsAsJson(node, findings) : findingsAsText(node, findings, m_style) + "\n");
        m_broken += static_cast<std::size_t>(std::ranges::count(findings, Verdict::Broken, &Finding::verdict));
    }

    /// \return dbgr's exit status
    int finish()
    {
        m_out.write(m_json ? lineOf({{"reply", "doctor"}, {"works", m_broken == 0}, {"broken", m_broken}})
                           : summary(m_broken));
        return m_broken == 0 ? 0 : 1;
    }

private:
    const bool m_json;
    const Style m_style;
    StandardOutput m_out{STDOUT_FILENO};
    std::size_t m_broken = 0;
};

} // namespace

std::string findingsAsText(const std::string& node, const Findings& findings, const Style& style)
{
    std::string text = style.bold(visible(node)) + "\n";
    for (const Finding& finding : findings) {
        text += "  " + coloured(finding.verdict, style) + padded(visible(finding.check), kCheckWidth) +
                visible(finding.found) + "\n";
        if (!finding.advice.empty())
            text += std::string(2 + kVerdictWidth + kCheckWidth, ' ') + visible(finding.advice) + "\n";
    }
    return text;
}

std::string findingsAsJson(const std::string& node, const Findings& findings)
{
    std::string text;
    for (const Finding& finding : findings)
        text += lineOf({{"reply", "finding"},
                        {"node", node},
                        {"check", finding.check},
                        {"verdict", doctor::name(finding.verdict)},
                        {"found", finding.found},
                        {"advice", finding.advice}});
    return text;
}

Findings examineThisNode(bool withWindow)
{
    Findings findings = doctor::checkNode(doctor::collectNodeFacts({}), {doctor::ownVersion(), util::sourceId()});
    Findings front = doctor::checkFront(doctor::collectFrontFacts(net::currentEnvironment(), withWindow));
    findings.insert(findings.end(), front.begin(), front.end());
    return findings;
}

int runDoctor(const DoctorRequest& request, bool withWindow)
{
    DoctorPrinter printer(request.json);
    printer.show(util::hostName(), examineThisNode(withWindow));
    const auto others = doctor::examineNodes(request.nodes);
    for (std::size_t i = 0; i < others.size(); ++i)
        printer.show(request.nodes[i], others[i]);
    return printer.finish();
}

} // namespace dbgr::app
