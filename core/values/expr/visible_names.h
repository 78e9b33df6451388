// SPDX-License-Identifier: BSD-3-Clause
// The variables that an expression may name, in one frame of one rank. Way: Evaluator -> Names. Thread: as Value.
#pragma once

#include "util/result.h"
#include "values/value/value.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// A type of the program, and the file that describes it.
struct NamedType
{
    const Type* type = nullptr;
    const LoadedFile* file = nullptr;
};

class Names
{
public:
    virtual ~Names() = default;

    /// A visible variable; not settled. In Fortran the name is folded. \errors NoSuchName, and what keeps it from sight
    [[nodiscard]] virtual util::Result<Value> find(std::string_view name) = 0;
    /// \param scope a module, or "a::b"; "" for what is outside of all namespaces \errors as find()
    [[nodiscard]] virtual util::Result<Value> findIn(std::string_view scope, std::string_view name) = 0;
    [[nodiscard]] virtual bool isModule(std::string_view name) = 0;

    // Of C and C++.
    /// \param parts of a name with '::' in it, at least two; the first one is "" for what is outside of all namespaces
    /// \errors as find()
    [[nodiscard]] virtual util::Result<Value> findQualified(const std::vector<std::string>& parts) = 0;
    /// A type or an alias of one. \param parts at least one, as of findQualified() \errors NoSuchName
    [[nodiscard]] virtual util::Result<NamedType> type(const std::vector<std::string>& parts) = 0;
};

} // namespace dbgr::values
