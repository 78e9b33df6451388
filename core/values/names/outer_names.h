// SPDX-License-Identifier: BSD-3-Clause
// What names of C and C++ mean outside of functions: in the class of a function and its bases, in the namespaces around
// it, in other units and libraries. Entries are found, not values. Way: Lookup -> OuterNames -> NameIndex, ScopeTree.
// Thread: one at a time; made for each stop.
#pragma once

#include "values/file/loaded_files.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

/// An entry, and the file that it is in.
struct Entity
{
    Die die;
    const LoadedFile* file = nullptr;
};

enum class Sought
{
    Variable, ///< enumerators and members, too
    Type
};

/// What is around the body of a function, as its declaration has it.
struct Surroundings
{
    const LoadedFile* file = nullptr;
    std::optional<Die> unit;             ///< of the code
    std::vector<Die> classes;            ///< the innermost first
    std::vector<std::string> namespaces; ///< the outermost first, without unnamed ones
    std::vector<Die> directives;         ///< namespaces that are used inside of the function
};

class OuterNames
{
public:
    /// \param files outlive this
    explicit OuterNames(const LoadedFiles& files) : m_files(files) {}

    /// Without directives. \param procedure its body
    [[nodiscard]] const Surroundings& around(const LoadedFile& file, const Die& unit, const Die& procedure);

    /// In the namespaces around, the innermost first. Those of the unit come before those of other units, what the file
    /// has itself before what others have, and what its other units have for themselves comes last.
    [[nodiscard]] std::optional<Entity> find(const Surroundings& from, std::string_view name, Sought sought);
    /// Of a name with '::' in it. \param parts at least two; the first one is "" for what is outside of all namespaces
    [[nodiscard]] std::optional<Entity> findQualified(const Surroundings& from, std::span<const std::string> parts,
                                                      Sought sought);
    /// In a class or its bases, or in an enumeration; also of an alias of it. Members that are not static are
    /// DW_TAG_member and have no DW_AT_external.
    [[nodiscard]] std::optional<Entity> memberOf(const Entity& type, std::string_view name, Sought sought);
    /// The same of types in types. \param parts at least one
    [[nodiscard]] std::optional<Entity> memberAt(const Entity& type, std::span<const std::string> parts, Sought sought)
    {
        return below(type, parts, sought);
    }
    /// A class that has that name in a class: itself, a type declared in it, one of its bases.
    [[nodiscard]] std::optional<Entity> scopeInClass(const Entity& type, const std::string& name);
    /// Of a declaration what it declares, if that is described somewhere; else itself.
    [[nodiscard]] Entity defined(const Entity& entity);

private:
    using Path = std::span<const std::string>;
    /// How far to look.
    enum class Reach
    {
        Visible,   ///< what the language shows
        Everywhere ///< also what other units of the file have for themselves
    };
    struct Question
    {
        const Surroundings& from;
        std::string_view name;
        Sought sought;
        Reach reach;
    };

    [[nodiscard]] std::optional<Entity> inNamespace(const Question& question, Path path, unsigned depth);
    [[nodiscard]] std::optional<Entity> inUnit(const Question& question, Path path) const;
    [[nodiscard]] std::optional<Entity> inFile(const LoadedFile& file, const Question& question, Path path) const;
    [[nodiscard]] std::optional<Entity> inFiles(const Question& question, Path path) const;
    [[nodiscard]] std::optional<Entity> imported(const Question& question, Path path) const;
    [[nodiscard]] std::optional<Entity> qualifiedIn(const Surroundings& from, Path path, Path parts, Sought sought);
    [[nodiscard]] std::optional<Entity> below(Entity type, Path parts, Sought sought);
    [[nodiscard]] std::optional<Entity> memberOf(const Entity& type, std::string_view name, Sought sought,
                                                 unsigned& visits);

    const LoadedFiles& m_files;
    std::unordered_map<const void*, Surroundings> m_around;
};

/// Whether an entry describes a type.
[[nodiscard]] bool isTypeTag(unsigned tag);

} // namespace dbgr::values
