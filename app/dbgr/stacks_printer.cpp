// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/stacks_printer.h"

#include "app/dbgr/json_printer.h"
#include "app/dbgr/text_format.h"
#include "debug/stack_folding.h"
#include "session/stack_export.h"

#include <cstdio>
#include <utility>

namespace dbgr::app {

namespace {

std::string secondsText(std::chrono::milliseconds time)
{
    char text[32];
    std::snprintf(text, sizeof text, "%g", std::chrono::duration<double>(time).count());
    return text;
}

std::string asText(const debug::StackTree& tree, std::uint32_t samples)
{
    const debug::FoldedStacks folded = debug::foldHelpers(tree);
    const std::string drawn = drawStacks(folded.tree, folded.helpers, "the other forms have them");
    return samples == 1 ? drawn : "Of " + counted(samples, "sample") + ", all together:\n" + drawn;
}

} // namespace

std::vector<ScriptLine> linesFor(const StacksRequest& request)
{
    std::vector<ScriptLine> lines{{"stacks all", ""}};
    for (std::uint32_t sample = 1; sample < request.samples; ++sample) {
        lines.push_back({"continue &", ""});
        lines.push_back({"wait " + secondsText(request.every), ""});
        lines.push_back({"interrupt", ""});
        lines.push_back({"stacks all", ""});
    }
    return lines;
}

StacksPrinter::StacksPrinter(StacksRequest request, Writer out, Printer& problems)
    : m_request(request), m_out(std::move(out)), m_problems(problems)
{}

void StacksPrinter::event(const session::SessionEvent& event)
{
    m_problems.event(event);
}

void StacksPrinter::error(const util::Error& error, const std::string& command)
{
    m_problems.error(error, command);
}

void StacksPrinter::reply(const Reply& reply)
{
    const auto* const stacks = std::get_if<StacksReply>(&reply.body);
    if (!stacks)
        return;
    for (const debug::RankFailure& failure : reply.failures)
        m_problems.event(session::CommandFailed{"stacks", failure.ranks, failure.error});
    if (stacks->tree.empty())
        return;
    m_tree.merge(stacks->tree);
    m_ranks |= stacks->ranks;
    ++m_samples;
}

bool StacksPrinter::finish()
{
    if (m_samples == 0)
        return false;
    switch (m_request.format) {
    case StacksRequest::Format::Text:
        m_out(asText(m_tree, m_samples));
        break;
    case StacksRequest::Format::Json:
        JsonPrinter(m_out).reply({StacksReply{m_ranks, m_tree, {}, m_samples}, {}});
        break;
    case StacksRequest::Format::Dot:
        m_out(session::stacksAsDot(m_tree));
        break;
    case StacksRequest::Format::Folded:
        m_out(session::stacksAsFolded(m_tree));
        break;
    case StacksRequest::Format::Svg:
        m_out(session::stacksAsSvg(m_tree));
        break;
    }
    return true;
}

} // namespace dbgr::app
