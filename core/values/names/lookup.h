// SPDX-License-Identifier: BSD-3-Clause
// What a name means in a frame, and what is visible there: the scopes around it, the modules that they use, the hosts
// of contained procedures. Way: Reader -> Lookup -> ScopeTree, NameIndex. Thread: one at a time; made for each stop.
#pragma once

#include "util/result.h"
#include "values/file/loaded_files.h"
#include "values/location/locator.h"
#include "values/location/place.h"
#include "values/value/value.h"

#include <deque>
#include <optional>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// A frame as a debugger counts them: inlined functions have frames of their own.
struct FrameRef
{
    Frame* physical = nullptr; ///< null: nothing is known of it
    unsigned inlineDepth = 0;  ///< of how many inlined functions at that pc this one is inside; the innermost has most
};

class Lookup
{
public:
    /// Both outlive this.
    Lookup(const LoadedFiles& files, Locator& locator) : m_files(files), m_locator(locator) {}

    /// Of the code there; Other where nothing is known of it.
    [[nodiscard]] Language language(const FrameRef& frame);
    /// Arguments first, then what is declared inside, from the innermost block on, then the hosts' variables. Of some
    /// with the same name, find() finds the first one.
    /// \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> variables(const FrameRef& frame);
    /// \errors NoSuchName
    [[nodiscard]] util::Result<Value> find(const FrameRef& frame, std::string_view name);
    /// A variable of a Fortran module. \errors NoSuchName
    [[nodiscard]] util::Result<Value> findIn(std::string_view module, std::string_view name);
    [[nodiscard]] bool isModule(std::string_view name);

private:
    /// Where a name is looked for next: a scope, seen from a place.
    struct View
    {
        Scope* scope = nullptr;
        Place place;
    };
    [[nodiscard]] View viewOf(const FrameRef& frame);
    [[nodiscard]] View outside(const View& view);
    [[nodiscard]] std::vector<View> outsideOfOrigin(const View& view, const Die& origin);
    [[nodiscard]] std::optional<Value> findIn(const View& view, std::string_view name, unsigned depth);
    [[nodiscard]] std::optional<Value> findInUsed(const View& view, const Die& module, std::string_view name,
                                                  unsigned depth);
    [[nodiscard]] util::Result<Value> findAnywhere(const Place& place, std::string_view name);
    [[nodiscard]] util::Result<Value> findInAnyModule(const LoadedFile& file, std::string_view name);
    [[nodiscard]] Value valueOf(const Symbol& symbol, const Place& place);
    [[nodiscard]] std::optional<Value> definitionOf(const Die& declaration);
    [[nodiscard]] const Place* keep(const Place& place);
    void addVariables(const View& view, std::vector<Value>& to);
    void addHostsVariables(View view, std::vector<Value>& to);

    const LoadedFiles& m_files;
    Locator& m_locator;
    std::deque<Place> m_places; // values point to them
};

} // namespace dbgr::values
