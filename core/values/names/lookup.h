// SPDX-License-Identifier: BSD-3-Clause
// What a name means in a frame, and what is visible there: the scopes around it, the modules that they use, the hosts
// of contained procedures. Way: Reader -> Lookup -> ScopeTree, NameIndex. Thread: one at a time; made for each stop.
#pragma once

#include "util/result.h"
#include "values/file/loaded_files.h"
#include "values/location/locator.h"
#include "values/location/place.h"
#include "values/names/flang_blocks.h"
#include "values/names/outer_names.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <forward_list>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::values {

/// A frame as a debugger counts them: inlined functions have frames of their own.
struct FrameRef
{
    Frame* physical = nullptr; ///< null: nothing is known of it
    unsigned inlineDepth = 0;  ///< of how many inlined functions at that pc this one is inside; the innermost has most
};

/// Where nobody knows which inlined functions a frame is inside of.
inline constexpr unsigned kInnermostFrame = std::numeric_limits<unsigned>::max();

class Lookup
{
public:
    /// Both outlive this. \param outer what is known of the files' names by now; null: nothing
    Lookup(const LoadedFiles& files, ValueReader& reader, std::shared_ptr<OuterNames> outer = nullptr)
        : m_files(files), m_reader(reader), m_locator(reader.locator()),
          m_outer(outer ? std::move(outer) : std::make_shared<OuterNames>(files))
    {}

    /// Of the code there; Other where nothing is known of it.
    [[nodiscard]] Language language(const FrameRef& frame);
    /// Arguments first, then what is declared inside, from the innermost block on, then the hosts' variables. Of some
    /// with the same name, find() finds the first one.
    /// \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> variables(const FrameRef& frame);
    /// \errors NoSuchName, NotRecorded: which of several variables it is
    [[nodiscard]] util::Result<Value> find(const FrameRef& frame, std::string_view name);
    /// A variable of a Fortran module. \errors NoSuchName
    [[nodiscard]] util::Result<Value> findIn(std::string_view module, std::string_view name);
    [[nodiscard]] bool isModule(std::string_view name);
    /// C++: "geo::cells", "Base::m_id"; of C++ and C "::cells". \param parts at least two; the first may be ""
    /// \errors NoSuchName
    [[nodiscard]] util::Result<Value> findQualified(const FrameRef& frame, const std::vector<std::string>& parts);
    /// A type of C or C++, by its name or alias; what the frame's function can see comes first. \errors NoSuchName
    [[nodiscard]] util::Result<Entity> type(const FrameRef& frame, const std::vector<std::string>& parts);
    /// What the procedure there gives: of that type, Void for nothing, and nowhere. \errors NotRecorded
    [[nodiscard]] util::Result<Value> resultOf(const FrameRef& frame);
    /// Whether the procedure there declares something of that name, in any of its blocks.
    [[nodiscard]] bool isOfProcedure(const FrameRef& frame, std::string_view name);
    /// All variables outside of procedures that the unit of the frame's code defines, by their qualified names. Not
    /// settled. \errors NotRecorded
    [[nodiscard]] util::Result<std::vector<Value>> globals(const FrameRef& frame);
    [[nodiscard]] OuterNames& outer() { return *m_outer; }

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
    /// What a name of Fortran may mean there: one variable where that is certain.
    [[nodiscard]] std::vector<Value> candidates(const View& here, std::string_view name);
    /// Adds those of one scope and of the modules that it uses. \return whether nothing outside can be meant
    bool addCandidates(const View& view, std::string_view name, std::vector<Value>& to);
    [[nodiscard]] NameMeaning meaningIn(const View& view, std::string_view name) const;
    [[nodiscard]] bool isOfLaterBlock(const View& view, const Symbol& symbol) const;
    [[nodiscard]] std::optional<Value> findIn(const View& view, std::string_view name, unsigned depth);
    [[nodiscard]] std::optional<Value> findInUsed(const View& view, const Die& module, std::string_view name,
                                                  unsigned depth);
    [[nodiscard]] util::Result<Value> findInAnyModule(const LoadedFile& file, std::string_view name);
    [[nodiscard]] Value valueOf(const Symbol& symbol, const Place& place);
    [[nodiscard]] std::optional<Value> definitionOf(const Die& declaration);
    [[nodiscard]] const Place* keep(const Place& place);
    [[nodiscard]] Place placeOf(const Die& variable, const Place& place) const;

    // What is particular to C and C++.
    /// What was seen on the way out of a function.
    struct Way
    {
        std::optional<View> function; ///< its outermost scope, of the first function that was left
        std::vector<Die> directives;
    };
    [[nodiscard]] util::Result<Value> findOfC(const View& here, std::string_view name);
    [[nodiscard]] std::optional<Value> findInBlock(const View& view, std::string_view name, bool isLeft);
    using Attempt = std::optional<util::Result<Value>>; ///< nothing: there is no such name
    [[nodiscard]] Attempt findInClass(const View& function, const Surroundings& around, std::string_view name);
    [[nodiscard]] Surroundings surroundings(const View& here, const Way& way);
    /// Of the lambda that the function is: by copy or by reference; its `this` as "this".
    [[nodiscard]] std::optional<Value> captured(const View& function, std::string_view name);
    /// What gcc's lambda captured, as the program calls it.
    void addCaptured(const View& function, std::vector<Value>& to);
    [[nodiscard]] std::optional<Value> objectOf(const View& function);
    [[nodiscard]] Attempt memberOfObject(const View& function, const Entity& member);
    [[nodiscard]] std::optional<Entity> typeInBlocks(const View& here, std::string_view name);
    /// Each scope from the innermost one to the one of the function that has no other around it, until `visit` says
    /// true. \param visit is told whether a function was left
    template <class Visit>
    [[nodiscard]] Way goOut(const View& here, Visit visit);
    [[nodiscard]] Value valueOf(const Entity& entity);
    void addVariables(const View& view, std::vector<Value>& to);
    void addHostsVariables(View view, std::vector<Value>& to);

    const LoadedFiles& m_files;
    ValueReader& m_reader;
    Locator& m_locator;
    std::shared_ptr<OuterNames> m_outer;
    Frame* m_frame = nullptr;          // of the thread that was asked for last
    std::forward_list<Place> m_places; // values point to them
};

} // namespace dbgr::values
