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

std::string asText(const debug::StackTree& tree, std::uint32_t samples)
{
    const debug::FoldedStacks folded = debug::foldHelpers(tree);
    return samplesText(samples) + drawStacks(folded.tree, {folded.helpers, "the other forms have them"});
}

} // namespace

std::vector<ScriptLine> linesFor(const StacksRequest& request)
{
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", std::chrono::duration<double>(request.every).count());
    return {{"sample all " + std::to_string(request.samples) + " times every " + seconds, ""}};
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
        m_problems.event(session::CommandFailed{"sample", failure.ranks, failure.error});
    if (!stacks->tree.empty())
        m_stacks = *stacks;
}

bool StacksPrinter::finish()
{
    if (!m_stacks)
        return false;
    const debug::StackTree& tree = m_stacks->tree;
    switch (m_request.format) {
    case StacksRequest::Format::Text:
        m_out(asText(tree, m_stacks->samples));
        break;
    case StacksRequest::Format::Json:
        JsonPrinter(m_out).reply({*m_stacks, {}});
        break;
    case StacksRequest::Format::Dot:
        m_out(session::stacksAsDot(tree));
        break;
    case StacksRequest::Format::Folded:
        m_out(session::stacksAsFolded(tree));
        break;
    case StacksRequest::Format::Svg:
        m_out(session::stacksAsSvg(tree));
        break;
    }
    return true;
}

} // namespace dbgr::app
