// SPDX-License-Identifier: BSD-3-Clause
// How the bytes of a type are read to compare values of it: where its numbers are, what is padding, where the elements
// of a container of libstdc++ are. Made once a type, from debug information alone; then no object of LLDB is needed for
// single elements, of which there may be millions. Way: content.cpp -> here -> content_digest. Thread: engine.
#pragma once

#include <lldb/API/SBType.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::daemon {

struct ContentPlan;

namespace plan {

/// Raw bytes: integers, enumerators, addresses, unions.
struct Scalar
{};
/// IEEE numbers, and the 80 bits of x87 in 16 bytes: all NaN are alike.
struct Real
{};
struct Bits
{
    std::uint32_t first = 0; ///< from the lowest bit of the plan's bytes
    std::uint32_t count = 0;
};
struct Array
{
    std::uint64_t count = 0;
    const ContentPlan* element = nullptr;
};
struct Part
{
    std::uint64_t offset = 0;
    const ContentPlan* plan = nullptr;
};
/// What lies between the parts is padding.
struct Record
{
    std::vector<Part> parts;
};
/// A pointer to characters, which is what a person calls text: up to its 0.
struct CharPointer
{
    std::uint32_t width = 1; ///< of a character
};
/// A reference, or the first word of a smart pointer: what it leads to counts, not where that is.
struct Indirect
{
    const ContentPlan* target = nullptr;
};
/// Elements from one address to another: std::vector.
struct Range
{
    std::uint64_t begin = 0; ///< offset of the pointer
    std::uint64_t end = 0;
    const ContentPlan* element = nullptr;
};
/// Elements at an address, and how many: std::string, std::string_view, Eigen's matrices.
struct Counted
{
    std::uint64_t pointer = 0;
    std::uint64_t count = 0;
    const ContentPlan* element = nullptr;
    std::optional<std::uint64_t> columns = {}; ///< offset of another number: so many times as many
    std::uint64_t factor = 1;                  ///< the same, where it is known
};
/// std::vector<bool>.
struct BitRange
{
    std::uint64_t begin = 0; ///< offset of a pointer, behind which stands the number of a bit
    std::uint64_t end = 0;
};
/// A chain of nodes that ends at 0 or where it began: std::list, std::forward_list, std::unordered_map.
struct Chain
{
    std::uint64_t head = 0;            ///< offset of the pointer to the first node
    std::optional<std::uint64_t> size; ///< offset of the number of elements; none: it ends at 0
    std::uint64_t value = 0;           ///< offset in a node
    const ContentPlan* element = nullptr;
};
/// A red-black tree: std::map, std::set.
struct Tree
{
    std::uint64_t header = 0;
    std::uint64_t size = 0;
    std::uint64_t value = 0; ///< offset in a node
    const ContentPlan* element = nullptr;
};
struct Deque
{
    std::uint64_t start = 0; ///< offset of an iterator: the element, the block's begin and end, the block's place
    std::uint64_t finish = 0;
    const ContentPlan* element = nullptr;
};
struct Optional
{
    std::uint64_t flag = 0;
    Part value;
};
struct Variant
{
    std::uint64_t index = 0;
    std::uint32_t indexSize = 1;
    std::vector<const ContentPlan*> alternatives; ///< all at offset 0
};
/// Nothing is known of what it holds.
struct Opaque
{};

} // namespace plan

struct ContentPlan
{
    using Kind = std::variant<plan::Opaque, plan::Scalar, plan::Real, plan::Bits, plan::Array, plan::Record,
                              plan::CharPointer, plan::Indirect, plan::Range, plan::Counted, plan::BitRange,
                              plan::Chain, plan::Tree, plan::Deque, plan::Optional, plan::Variant>;
    Kind kind;
    std::uint64_t size = 0;
    std::uint64_t align = 1;
};

/// Keeps plans for as long as one value is looked at; types that hold themselves lead back to their own plan.
class PlanBook
{
public:
    /// \param type may be a typedef
    [[nodiscard]] const ContentPlan* of(lldb::SBType type);
    [[nodiscard]] const ContentPlan* add(ContentPlan plan);

private:
    std::map<std::pair<std::string, std::uint64_t>, const ContentPlan*> m_byType; ///< by name and size
    std::vector<std::unique_ptr<ContentPlan>> m_plans;
};

/// A member by its names from the outside in, also of base classes. \return its type and offset
struct FoundMember
{
    lldb::SBType type;
    std::uint64_t offset = 0;
};
[[nodiscard]] bool findMember(lldb::SBType type, std::initializer_list<const char*> names, FoundMember& found);

/// Fills in what a class of the C++ library holds. \return whether it is one that has to be read in its own way
[[nodiscard]] bool planLibraryType(lldb::SBType type, const std::string& name, PlanBook& book, ContentPlan& plan);
/// The same for Eigen's matrices and arrays whose size is not part of their type.
[[nodiscard]] bool planEigenType(lldb::SBType type, const std::string& name, PlanBook& book, ContentPlan& plan);

} // namespace dbgr::daemon
