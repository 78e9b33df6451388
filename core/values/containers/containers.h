// SPDX-License-Identifier: BSD-3-Clause
// Objects of libraries as those who use them see them: the elements of a std::vector, the entries of a std::map, what a
// std::unique_ptr owns, the rows of an Eigen matrix. Known by the names and members of their classes; everything that
// is read in the process is checked before it is used. Way: ValueWriter, parts, Evaluator, content -> Containers ->
// ValueReader. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/value/value.h"
#include "values/value/value_reader.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace dbgr::values {

enum class ContainerKind
{
    Text,     ///< std::string, std::string_view: `whole` is an array of characters
    Array,    ///< elements that lie as those of an array do: `whole`
    Sequence, ///< elements in an order: deque, list, vector<bool>, bitset
    Map,      ///< elements with keys
    Set,      ///< elements that are their own keys
    Tuple,    ///< parts of different types: pair, tuple
    Pointer,  ///< smart pointers: `whole` is the pointer; one element, if it leads to something
    Holder,   ///< optional, variant, any: one element, which is `whole`, or none
    Plain     ///< stands for one value, `whole`: std::complex, std::atomic, std::reference_wrapper
};

struct Item
{
    Value value;
    std::optional<Value> key;
    std::optional<Value> entry; ///< of a map: the std::pair of both, as the program sees it
};

struct ContainerLayout;

struct Container
{
    ContainerKind kind = ContainerKind::Sequence;
    std::uint64_t count = 0;    ///< of elements
    bool isUnordered = false;   ///< equal ones may hold their elements in different orders
    bool isOpenEnded = false;   ///< a pointer to an array: how many elements there are nobody knows
    std::optional<Value> whole; ///< see ContainerKind
    std::string note;           ///< before the braces: "2x3"; of what holds nothing, the word for it; "" none
    std::string kindName;       ///< "vector", "map", "Matrix"
    const ContainerLayout* layout = nullptr;
    Value object; ///< settled

    [[nodiscard]] bool isOptional() const { return kind == ContainerKind::Holder && kindName == "optional"; }
    /// That has operators; a std::weak_ptr has none.
    [[nodiscard]] bool isSmartPointer() const { return kind == ContainerKind::Pointer && kindName != "weak_ptr"; }
    /// Whether several entries may have the same key.
    [[nodiscard]] bool isMulti() const { return kindName.find("multi") != std::string::npos; }
};

class Containers
{
public:
    /// \param reader outlives this
    explicit Containers(ValueReader& reader) : m_reader(reader) {}

    /// Nothing: it is no object of a library that we know. An error: it is one, and what it holds cannot be right or
    /// cannot be read; the message is what a user reads in the place of its value.
    /// \pre settled \errors Unreadable, NotRecorded, TooLarge, OptimizedOut
    [[nodiscard]] std::optional<util::Result<Container>> open(const Value& settled);
    /// What such objects have in common, of their class alone. Null: it is none of a library that we know. \pre as
    /// open()
    [[nodiscard]] const ContainerLayout* classOf(const Value& object);
    /// Elements from the one at `first` on until `visit` says false. What lies in nodes is walked from the nearest end.
    /// \errors Unreadable, also where nodes go in circles or end too early
    [[nodiscard]] util::Result<void> forEach(const Container& container, std::uint64_t first,
                                             const std::function<bool(const Item&)>& visit);

private:
    ValueReader& m_reader;
};

} // namespace dbgr::values
