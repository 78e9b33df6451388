// SPDX-License-Identifier: BSD-3-Clause
// Where the classes of libstdc++ keep what they hold. LLDB's own view of them takes a millisecond an element, and shows
// only the first ones of some.
#include "dbgdaemon/engine/lldb/content_plan.h"

#include <algorithm>
#include <string_view>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kPointer = 8;
constexpr std::uint64_t kListNode = 2 * kPointer; ///< next, previous
constexpr std::uint64_t kTreeNode = 4 * kPointer; ///< colour, parent, left, right

std::uint64_t aligned(std::uint64_t offset, std::uint64_t align)
{
    return (offset + align - 1) / align * align;
}

/// "std::__cxx11::list<int, ...>" -> "list"; "" for what is not of the library.
std::string_view libraryName(std::string_view name)
{
    if (!name.starts_with("std::"))
        return {};
    name.remove_prefix(5);
    if (const std::string_view abi = "__cxx11::"; name.starts_with(abi))
        name.remove_prefix(abi.size());
    const std::size_t arguments = name.find('<');
    if (arguments == std::string_view::npos || name.substr(0, arguments).find(':') != std::string_view::npos)
        return {};
    // "vector<int>::iterator" is none.
    return name.ends_with('>') ? name.substr(0, arguments) : std::string_view();
}

const ContentPlan* argument(lldb::SBType& type, std::uint32_t index, PlanBook& book)
{
    return book.of(type.GetTemplateArgumentType(index));
}

bool planVector(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    FoundMember begin;
    FoundMember end;
    if (findMember(type, {"_M_impl", "_M_start", "_M_p"}, begin) &&
        findMember(type, {"_M_impl", "_M_finish", "_M_p"}, end)) {
        plan.kind = plan::BitRange{begin.offset, end.offset};
        return true;
    }
    if (!findMember(type, {"_M_impl", "_M_start"}, begin) || !findMember(type, {"_M_impl", "_M_finish"}, end))
        return false;
    plan.kind = plan::Range{begin.offset, end.offset, argument(type, 0, book)};
    return true;
}

bool planText(lldb::SBType& type, const char* pointer, const char* inPointer, const char* length, PlanBook& book,
              ContentPlan& plan)
{
    FoundMember data;
    FoundMember size;
    const bool found = inPointer ? findMember(type, {pointer, inPointer}, data) : findMember(type, {pointer}, data);
    if (!found || !findMember(type, {length}, size))
        return false;
    plan.kind = plan::Counted{data.offset, size.offset, argument(type, 0, book)};
    return true;
}

bool planList(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    FoundMember head;
    FoundMember size;
    if (!findMember(type, {"_M_impl", "_M_node", "_M_next"}, head) ||
        !findMember(type, {"_M_impl", "_M_node", "_M_size"}, size))
        return false;
    const ContentPlan* const element = argument(type, 0, book);
    plan.kind = plan::Chain{head.offset, size.offset, aligned(kListNode, element->align), element};
    return true;
}

bool planForwardList(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    FoundMember head;
    if (!findMember(type, {"_M_impl", "_M_head", "_M_next"}, head))
        return false;
    const ContentPlan* const element = argument(type, 0, book);
    plan.kind = plan::Chain{head.offset, std::nullopt, aligned(kPointer, element->align), element};
    return true;
}

/// One whose length is part of its type has no member for it.
bool planSpan(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    FoundMember data;
    FoundMember size;
    if (!findMember(type, {"_M_ptr"}, data) || !findMember(type, {"_M_extent", "_M_extent_value"}, size))
        return false;
    plan.kind = plan::Counted{data.offset, size.offset, argument(type, 0, book)};
    return true;
}

/// What a node of a map or set holds.
const ContentPlan* keyed(lldb::SBType& type, bool isMap, PlanBook& book)
{
    const ContentPlan* const key = argument(type, 0, book);
    if (!isMap)
        return key;
    const ContentPlan* const value = argument(type, 1, book);
    const std::uint64_t align = std::max(key->align, value->align);
    const std::uint64_t offset = aligned(key->size, value->align);
    return book.add({plan::Record{{{0, key}, {offset, value}}}, aligned(offset + value->size, align), align});
}

bool planTree(lldb::SBType& type, bool isMap, PlanBook& book, ContentPlan& plan)
{
    FoundMember header;
    FoundMember size;
    if (!findMember(type, {"_M_t", "_M_impl", "_M_header"}, header) ||
        !findMember(type, {"_M_t", "_M_impl", "_M_node_count"}, size))
        return false;
    const ContentPlan* const element = keyed(type, isMap, book);
    plan.kind = plan::Tree{header.offset, size.offset, aligned(kTreeNode, element->align), element};
    return true;
}

bool planHashTable(lldb::SBType& type, bool isMap, PlanBook& book, ContentPlan& plan)
{
    FoundMember head;
    FoundMember size;
    if (!findMember(type, {"_M_h", "_M_before_begin", "_M_nxt"}, head) ||
        !findMember(type, {"_M_h", "_M_element_count"}, size))
        return false;
    const ContentPlan* const element = keyed(type, isMap, book);
    plan.kind = plan::Chain{head.offset, size.offset, aligned(kPointer, element->align), element};
    return true;
}

bool planDeque(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    FoundMember start;
    FoundMember finish;
    if (!findMember(type, {"_M_impl", "_M_start", "_M_cur"}, start) ||
        !findMember(type, {"_M_impl", "_M_finish", "_M_cur"}, finish))
        return false;
    plan.kind = plan::Deque{start.offset, finish.offset, argument(type, 0, book)};
    return true;
}

bool planOptional(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    const ContentPlan* const element = argument(type, 0, book);
    if (element->size == 0 || element->size >= type.GetByteSize())
        return false;
    plan.align = element->align;
    plan.kind = plan::Optional{element->size, {0, element}}; // its members LLDB does not know; see heldByOptional()
    return true;
}

bool planVariant(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    FoundMember index;
    if (!findMember(type, {"_M_index"}, index))
        return false;
    plan::Variant variant{index.offset, static_cast<std::uint32_t>(index.type.GetByteSize()), {}};
    for (std::uint32_t i = 0; i < type.GetNumberOfTemplateArguments(); ++i)
        variant.alternatives.push_back(argument(type, i, book));
    for (const ContentPlan* const alternative : variant.alternatives)
        plan.align = std::max(plan.align, alternative->align);
    plan.kind = std::move(variant);
    return true;
}

/// Their first word is the pointer. (LLDB 22 crashes on looking into some std::unique_ptr.)
bool planPointerTo(lldb::SBType& type, PlanBook& book, ContentPlan& plan)
{
    lldb::SBType target = type.GetTemplateArgumentType(0);
    const auto unknown = lldb::eTypeClassArray | lldb::eTypeClassInvalid; // of how many?
    if ((target.GetCanonicalType().GetTypeClass() & unknown) != 0 || target.GetByteSize() == 0)
        plan.kind = plan::Scalar{};
    else
        plan.kind = plan::Indirect{book.of(target)};
    return true;
}

} // namespace

bool planLibraryType(lldb::SBType type, const std::string& fullName, PlanBook& book, ContentPlan& plan)
{
    if (fullName.starts_with("std::__1::") || fullName.starts_with("std::__debug::")) {
        plan.kind = plan::Opaque{};
        return true;
    }
    const std::string_view name = libraryName(fullName);
    if (name.empty())
        return false;
    const auto is = [&](auto... names) { return ((name == names) || ...); };
    bool known = true;
    plan.align = is("optional", "variant") ? 1 : kPointer;
    if (is("vector"))
        known = planVector(type, book, plan);
    else if (is("basic_string"))
        known = planText(type, "_M_dataplus", "_M_p", "_M_string_length", book, plan);
    else if (is("basic_string_view"))
        known = planText(type, "_M_str", nullptr, "_M_len", book, plan);
    else if (is("list"))
        known = planList(type, book, plan);
    else if (is("forward_list"))
        known = planForwardList(type, book, plan);
    else if (is("span"))
        known = planSpan(type, book, plan);
    else if (is("map", "multimap", "set", "multiset"))
        known = planTree(type, is("map", "multimap"), book, plan);
    else if (is("unordered_map", "unordered_multimap", "unordered_set", "unordered_multiset"))
        known = planHashTable(type, is("unordered_map", "unordered_multimap"), book, plan);
    else if (is("deque"))
        known = planDeque(type, book, plan);
    else if (is("optional"))
        known = planOptional(type, book, plan);
    else if (is("variant"))
        known = planVariant(type, book, plan);
    else if (is("unique_ptr") && type.GetByteSize() > kPointer)
        plan.kind = plan::Scalar{}; // a deleter that has a state stands before the pointer
    else if (is("unique_ptr", "shared_ptr"))
        return planPointerTo(type, book, plan);
    else {
        plan.align = 1;
        return false;
    }
    if (!known)
        plan.kind = plan::Opaque{}; // another library's class of that name, or another release's
    return true;
}

} // namespace dbgr::daemon
