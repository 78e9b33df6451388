// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/libstdcxx.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/unreadable.h"

#include <lldb/API/SBData.h>
#include <lldb/API/SBError.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBTarget.h>
#include <lldb/API/SBType.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace dbgr::daemon {

namespace {

constexpr std::uint64_t kPointer = 8;
constexpr const char* kGarbage = "it is not set up yet, or was overwritten";

/// "vector" of a std::vector<int, ...>; "" of what is no template of std.
std::string templateOf(lldb::SBValue& value)
{
    const std::string name = text(value.GetType().GetCanonicalType().GetUnqualifiedType().GetName());
    std::string_view rest = name;
    for (const std::string_view prefix : {"std::__cxx11::", "std::"}) {
        if (!rest.starts_with(prefix))
            continue;
        rest.remove_prefix(prefix.size());
        const std::size_t end = rest.find('<');
        return end == std::string_view::npos ? std::string() : std::string(rest.substr(0, end));
    }
    return {};
}

std::uint64_t elementSize(lldb::SBValue& value)
{
    return value.GetType().GetCanonicalType().GetUnqualifiedType().GetTemplateArgumentType(0).GetByteSize();
}

/// The members of one object, by their paths; what one has not, or cannot read, makes it unsound.
class Members
{
public:
    explicit Members(lldb::SBValue object) : m_object(object.GetNonSyntheticValue()) {}

    lldb::SBValue at(std::initializer_list<const char*> path)
    {
        lldb::SBValue found = m_object;
        for (const char* name : path) {
            found.SetPreferSyntheticValue(false);
            found = found.GetChildMemberWithName(name);
        }
        return found;
    }
    [[nodiscard]] bool has(std::initializer_list<const char*> path) { return at(path).IsValid(); }
    std::uint64_t number(std::initializer_list<const char*> path)
    {
        lldb::SBError error;
        const std::uint64_t value = at(path).GetValueAsUnsigned(error, 0);
        return error.Success() ? value : 0;
    }
    /// What lies at the address; 0 if it cannot be read.
    std::uint64_t pointerAt(std::uint64_t address)
    {
        lldb::SBError error;
        const std::uint64_t value = m_object.GetProcess().ReadPointerFromMemory(address, error);
        return error.Success() ? value : 0;
    }
    std::string need(std::uint64_t address, std::uint64_t size)
    {
        return isReadable(m_object.GetTarget(), address, size) ? std::string() : cannotRead(address);
    }

private:
    lldb::SBValue m_object;
};

std::string damageOfString(Members in, std::uint64_t character)
{
    const std::uint64_t data = in.number({"_M_dataplus", "_M_p"});
    if (!in.has({"_M_string_length"})) // as libstdc++ had it before C++11
        return in.need(data, character);
    const std::uint64_t length = in.number({"_M_string_length"});
    return length > UINT32_MAX * kPointer ? kGarbage : in.need(data, (length + 1) * character);
}

std::string damageOfView(Members in, std::uint64_t character)
{
    const std::uint64_t length = in.number({"_M_len"});
    return length > UINT32_MAX * kPointer ? kGarbage : in.need(in.number({"_M_str"}), length * character);
}

std::string damageOfBits(Members in)
{
    const std::uint64_t begin = in.number({"_M_impl", "_M_start", "_M_p"});
    const std::uint64_t end = in.number({"_M_impl", "_M_finish", "_M_p"});
    return end < begin || (end - begin) % kPointer != 0 ? kGarbage : in.need(begin, end - begin);
}

std::string damageOfVector(Members in, std::uint64_t element)
{
    if (in.has({"_M_impl", "_M_start", "_M_p"}))
        return damageOfBits(in);
    const std::uint64_t begin = in.number({"_M_impl", "_M_start"});
    const std::uint64_t end = in.number({"_M_impl", "_M_finish"});
    const std::uint64_t room = in.number({"_M_impl", "_M_end_of_storage"});
    if (end < begin || room < end || (element > 0 && (end - begin) % element != 0))
        return kGarbage;
    return in.need(begin, end - begin);
}

std::string damageOfDeque(Members in)
{
    for (const char* side : {"_M_start", "_M_finish"}) {
        const std::uint64_t node = in.number({"_M_impl", side, "_M_node"});
        if (std::string why = in.need(node, kPointer); !why.empty())
            return why;
        const std::uint64_t first = in.number({"_M_impl", side, "_M_first"});
        const std::uint64_t current = in.number({"_M_impl", side, "_M_cur"});
        if (in.pointerAt(node) != first || current < first || current > in.number({"_M_impl", side, "_M_last"}))
            return kGarbage;
        if (std::string why = in.need(first, 1); !why.empty())
            return why;
    }
    return {};
}

/// The first node points back to the list itself.
std::string damageOfList(Members in)
{
    const std::uint64_t self = in.at({"_M_impl", "_M_node"}).GetLoadAddress();
    const std::uint64_t next = in.number({"_M_impl", "_M_node", "_M_next"});
    if (std::string why = in.need(next, 2 * kPointer); !why.empty())
        return why;
    return in.pointerAt(next + kPointer) == self ? std::string() : kGarbage;
}

std::string damageOfForwardList(Members in)
{
    const std::uint64_t head = in.number({"_M_impl", "_M_head", "_M_next"});
    return head == 0 ? std::string() : in.need(head, kPointer);
}

/// The root points back to the header in the object.
std::string damageOfTree(Members in)
{
    lldb::SBValue header = in.at({"_M_t", "_M_impl", "_M_header"});
    const std::uint64_t root = in.number({"_M_t", "_M_impl", "_M_header", "_M_parent"});
    const std::uint64_t count = in.number({"_M_t", "_M_impl", "_M_node_count"});
    if (root == 0 || count == 0)
        return root == 0 && count == 0 ? std::string() : kGarbage;
    if (std::string why = in.need(root, 4 * kPointer); !why.empty())
        return why;
    return in.pointerAt(root + kPointer) == header.GetLoadAddress() ? std::string() : kGarbage;
}

std::string damageOfHash(Members in)
{
    const std::uint64_t buckets = in.number({"_M_h", "_M_bucket_count"});
    const std::uint64_t first = in.number({"_M_h", "_M_before_begin", "_M_nxt"});
    const std::uint64_t count = in.number({"_M_h", "_M_element_count"});
    if ((first == 0) != (count == 0) || buckets > UINT32_MAX * kPointer)
        return kGarbage;
    if (std::string why = in.need(in.number({"_M_h", "_M_buckets"}), buckets * kPointer); !why.empty())
        return why;
    return first == 0 ? std::string() : in.need(first, kPointer);
}

std::string damageOfShared(Members in)
{
    const std::uint64_t counts = in.number({"_M_refcount", "_M_pi"});
    if (counts == 0) // empty
        return {};
    if (std::string why = in.need(counts, 2 * kPointer); !why.empty())
        return why;
    const std::uint64_t object = in.number({"_M_ptr"});
    return object == 0 ? std::string() : in.need(object, 1);
}

lldb::SBType pointerType(lldb::SBType holder)
{
    lldb::SBType element = holder.GetTemplateArgumentType(0);
    if (element.IsArrayType())
        element = element.GetArrayElementType();
    return element.GetPointerType();
}

/// A deleter that has a state stands before the pointer.
std::uint64_t offsetOfUnique(lldb::SBType holder)
{
    if (holder.GetByteSize() <= kPointer)
        return 0;
    const std::uint64_t deleter = std::max<std::uint64_t>(holder.GetTemplateArgumentType(1).GetByteSize(), 1);
    return (deleter + kPointer - 1) / kPointer * kPointer;
}

} // namespace

std::string whyDamaged(lldb::SBValue value)
{
    const std::string kind = templateOf(value);
    if (kind == "basic_string")
        return damageOfString(Members(value), elementSize(value));
    if (kind == "basic_string_view")
        return damageOfView(Members(value), elementSize(value));
    if (kind == "vector")
        return damageOfVector(Members(value), elementSize(value));
    if (kind == "deque")
        return damageOfDeque(Members(value));
    if (kind == "list")
        return damageOfList(Members(value));
    if (kind == "forward_list")
        return damageOfForwardList(Members(value));
    if (kind == "map" || kind == "set" || kind == "multimap" || kind == "multiset")
        return damageOfTree(Members(value));
    if (kind.starts_with("unordered_"))
        return damageOfHash(Members(value));
    if (kind == "shared_ptr" || kind == "weak_ptr")
        return damageOfShared(Members(value));
    return {};
}

namespace {

/// The plain pointer at `offset` in a smart one, as the type that the object has that it leads to.
lldb::SBValue pointerIn(lldb::SBValue& holder, std::uint64_t offset)
{
    lldb::SBType type = holder.GetType().GetCanonicalType().GetUnqualifiedType();
    const std::uint64_t address = holder.GetLoadAddress();
    if (address == LLDB_INVALID_ADDRESS || offset + kPointer > type.GetByteSize())
        return {};
    lldb::SBValue pointer = holder.CreateValueFromAddress(holder.GetName(), address + offset, pointerType(type));
    lldb::SBValue dynamic = pointer.GetDynamicValue(lldb::eDynamicDontRunTarget);
    return dynamic.IsValid() ? dynamic : pointer;
}

} // namespace

lldb::SBValue owningPointer(lldb::SBValue value)
{
    const std::string kind = templateOf(value);
    if (kind == "unique_ptr")
        return pointerIn(value, offsetOfUnique(value.GetType().GetCanonicalType().GetUnqualifiedType()));
    if (kind == "shared_ptr" && damageOfShared(Members(value)).empty())
        return pointerIn(value, 0);
    return {};
}

lldb::SBValue smartPointer(lldb::SBValue value)
{
    const std::string kind = templateOf(value);
    if (kind == "shared_ptr" || kind == "weak_ptr")
        return Members(value).at({"_M_ptr"});
    return owningPointer(value);
}

bool isOptional(lldb::SBValue value)
{
    return templateOf(value) == "optional" && !value.GetType().GetCanonicalType().IsPointerType();
}

/// Read by what it looks like in memory: what it holds, and behind that whether it does.
std::optional<lldb::SBValue> heldByOptional(lldb::SBValue value)
{
    lldb::SBType type = value.GetType().GetCanonicalType().GetUnqualifiedType();
    if (!isOptional(value) || type.IsReferenceType())
        return std::nullopt;
    lldb::SBType held = type.GetTemplateArgumentType(0);
    const std::uint64_t size = held.GetByteSize();
    lldb::SBData data = value.GetNonSyntheticValue().GetData();
    lldb::SBError error;
    const bool engaged = size > 0 && size < type.GetByteSize() && data.GetUnsignedInt8(error, size) != 0;
    if (size == 0 || size >= type.GetByteSize() || error.Fail())
        return std::nullopt;
    if (!engaged)
        return lldb::SBValue();
    const std::uint64_t address = value.GetLoadAddress();
    return address != LLDB_INVALID_ADDRESS ? value.CreateValueFromAddress(value.GetName(), address, held)
                                           : value.CreateValueFromData(value.GetName(), data, held);
}

bool isSequence(lldb::SBValue value)
{
    const std::string kind = templateOf(value);
    return kind == "vector" || kind == "deque" || kind == "array";
}

} // namespace dbgr::daemon
