// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_callers.h"

#include "ui/bridge/session_bridge.h"

#include <algorithm>
#include <utility>

namespace dbgr::ui {

namespace {

/// Notes the innermost nodes with source. \return the ranks that have one in or below `node`
util::RankSet collect(const debug::StackNode& node, CallersByFile& callers)
{
    util::RankSet deeper;
    for (const debug::StackNode& callee : node.children)
        deeper |= collect(callee, callers);
    if (!node.frame.where.known())
        return deeper;
    const util::RankSet here = node.ranks - deeper;
    if (!here.empty()) {
        CallersAt& at = callers[node.frame.where.file][node.frame.where.line];
        const auto most = std::max_element(
            node.children.begin(), node.children.end(),
            [](const debug::StackNode& a, const debug::StackNode& b) { return a.ranks.size() < b.ranks.size(); });
        if (at.callee.empty() && most != node.children.end())
            at.callee = most->frame.function;
        at.ranks |= here;
    }
    return node.ranks;
}

} // namespace

CallersByFile callersOf(const debug::StackTree& tree)
{
    CallersByFile callers;
    for (const debug::StackNode& root : tree.roots())
        collect(root, callers);
    return callers;
}

SourceCallers::SourceCallers(SessionBridge& bridge, StandingWatch::Wanted wanted, QObject* parent)
    : QObject(parent), m_watch(bridge, std::move(wanted), [this, &bridge](const util::RankSet& standing) {
          bridge.session().stacks(standing, m_answer.expect([this](auto answer) { take(std::move(answer)); }));
      })
{
    connect(&bridge, &SessionBridge::stacksStale, this, &SourceCallers::forget);
    connect(&bridge, &SessionBridge::jobChanged, this, [this] {
        m_callers.clear();
        emit changed();
    });
}

void SourceCallers::take(util::Result<session::Answer<debug::StackTree>> answer)
{
    const bool shown = answer.has_value();
    if (shown) {
        m_callers = callersOf(answer->value);
        emit changed();
    }
    m_watch.answered(shown);
}

void SourceCallers::forget(const util::RankSet& ranks)
{
    for (auto& [file, lines] : m_callers) {
        for (auto& [line, at] : lines)
            at.ranks -= ranks;
        std::erase_if(lines, [](const auto& one) { return one.second.ranks.empty(); });
    }
    emit changed();
}

} // namespace dbgr::ui

#include "moc_source_callers.cpp"
