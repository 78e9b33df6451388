// SPDX-License-Identifier: BSD-3-Clause
#include "values/unwind/tail_calls.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostKnown = 100'000;
constexpr std::size_t kMostVisited = 1000;

struct Callee
{
    CodeFile* file = nullptr;
    const Scope* function = nullptr;
};

/// Depth first, from the function that was called to the one that runs.
class TailSearch
{
public:
    struct Step
    {
        CodeFile* file = nullptr;
        FileAddress lookupPc;
    };

    TailSearch(CodeFile& inner, CodeFile& outer, const void* goal) : m_files{&outer, &inner}, m_goal(goal) {}

    /// Nothing: there is no way, or more than one.
    [[nodiscard]] std::vector<Step> from(const std::string& name)
    {
        const std::optional<Callee> first = named(name);
        if (!first || first->function->die.id() == m_goal)
            return {};
        visit(*first);
        return m_isAmbiguous ? std::vector<Step>() : m_found.value_or(std::vector<Step>());
    }

private:
    [[nodiscard]] std::optional<Callee> named(const std::string& name)
    {
        for (CodeFile* const file : m_files) {
            if (const Scope* const function = file->functionNamed(name))
                return Callee{file, function};
        }
        return std::nullopt;
    }
    void visit(const Callee& callee)
    {
        if (callee.function->die.id() == m_goal) {
            m_isAmbiguous = m_isAmbiguous || m_found;
            m_found = m_path;
            return;
        }
        if (!m_visited.insert(callee.function->die.id()).second || m_visited.size() > kMostVisited) {
            m_isAmbiguous = true;
            return;
        }
        m_path.push_back({callee.file, {}});
        for (const CallSite& site : callee.file->callsOf(*callee.function)) {
            const std::optional<Callee> next = site.isTail ? named(site.callee) : std::nullopt;
            if (!next)
                continue;
            m_path.back().lookupPc = site.lookupPc;
            visit(*next);
            if (m_isAmbiguous)
                return;
        }
        m_path.pop_back();
    }

    std::array<CodeFile*, 2> m_files;
    const void* m_goal;
    std::set<const void*> m_visited;
    std::vector<Step> m_path;
    std::optional<std::vector<Step>> m_found;
    bool m_isAmbiguous = false;
};

std::vector<TailSearch::Step> searched(CodeFile& inner, const Scope& running, CodeFile& outer, FileAddress lookupPc,
                                       FileAddress returnsTo)
{
    const Scope* const caller = outer.functionAt(lookupPc);
    if (!caller)
        return {};
    const std::vector<CallSite>& sites = outer.callsOf(*caller);
    const auto site = std::find_if(sites.begin(), sites.end(),
                                   [&](const CallSite& one) { return !one.isTail && one.returnsTo == returnsTo; });
    if (site == sites.end())
        return {};
    return TailSearch(inner, outer, running.die.id()).from(site->callee);
}

} // namespace

std::vector<TailFrame> TailCalls::between(const PhysicalFrame& inner, const PhysicalFrame& outer)
{
    if (!inner.code || !outer.code || !inner.code->file || !outer.code->file || !outer.isCaller)
        return {};
    CodeFile& innerFile = *inner.code->file;
    CodeFile& outerFile = *outer.code->file;
    const Scope* const running = innerFile.functionAt(inner.code->inFile(inner.lookupPc()));
    if (!running)
        return {};
    const FileAddress returnsTo = outer.code->inFile(outer.pc);
    if (m_known.size() >= kMostKnown)
        m_known.clear();
    const auto [known, isNew] = m_known.try_emplace(Key{&outerFile, returnsTo.value, &innerFile, running->die.id()});
    if (isNew) {
        for (const auto& step :
             searched(innerFile, *running, outerFile, outer.code->inFile(outer.lookupPc()), returnsTo))
            known->second.push_back({step.file == &innerFile, step.lookupPc});
        std::reverse(known->second.begin(), known->second.end());
    }
    std::vector<TailFrame> frames;
    for (const Found& found : known->second)
        frames.push_back({found.isInner ? inner.code : outer.code, found.lookupPc});
    return frames;
}

} // namespace dbgr::values
