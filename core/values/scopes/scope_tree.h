// SPDX-License-Identifier: BSD-3-Clause
// The scopes of a file, read as far as somebody asks: of a unit its procedures and modules, of a procedure what is in
// it once the program stands there. Owner: DebugFile. Thread: that of its file.
#pragma once

#include "values/scopes/scope.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

class ScopeTree
{
public:
    /// Everything that has no code of its own below.
    [[nodiscard]] Scope& unit(const Die& unit);
    /// A module or namespace, wherever it stands in its unit; without what is around it.
    [[nodiscard]] Scope& module(const Die& die);
    /// The innermost block, inlined function or procedure of that unit. Null if it has no code there.
    [[nodiscard]] Scope* innermost(const Die& unit, FileAddress pc);
    /// Modules and procedures of a unit that an entry is in, the outermost first. For bodies that stand elsewhere:
    /// inlined ones, and clones.
    [[nodiscard]] std::vector<Scope*> around(Scope& unit, const Die& inner);

private:
    static constexpr unsigned kDeepest = 200; ///< blocks in blocks; no program has as many

    void read(Scope& scope, unsigned depth);
    void readChild(Scope& scope, const Die& child, unsigned depth);
    void readScope(Scope& scope, const Die& child, unsigned depth);
    /// Contained procedures and lambdas are inside of their hosts, and their code is not.
    enum class Search
    {
        ByCode,    ///< only where the code of what is around holds the pc
        Everywhere ///< in every procedure, which reads them all
    };
    [[nodiscard]] Scope* innermostOf(Scope& scope, FileAddress pc, Search search, unsigned depth);

    std::unordered_map<const void*, std::unique_ptr<Scope>> m_roots;
};

} // namespace dbgr::values
