// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/content.h"

#include "dbgdaemon/engine/lldb/convert.h"
#include "dbgdaemon/engine/lldb/libstdcxx.h"
#include "dbgdaemon/engine/lldb/rank_memory.h"
#include "dbgdaemon/engine/lldb/value_text.h"

#include <algorithm>
#include <vector>

namespace dbgr::daemon {

namespace {

/// Objects of LLDB that are looked at where only it knows what a value holds.
constexpr std::uint32_t kMaxObjects = 200;

/// Floating point is not: how many digits are shown is for the eye.
bool isShownWhole(lldb::SBType type)
{
    if (type.IsPointerType())
        return type.GetPointeeType().GetCanonicalType().GetByteSize() != 1 && !type.IsReferenceType();
    const auto simple = lldb::eTypeClassEnumeration | lldb::eTypeClassMemberPointer | lldb::eTypeClassFunction;
    if ((type.GetTypeClass() & simple) != 0)
        return true;
    PlanBook book;
    return type.GetTypeClass() == lldb::eTypeClassBuiltin && std::holds_alternative<plan::Scalar>(book.of(type)->kind);
}

/// A smart pointer, which is shown as the pointer in it, but holds what that leads to.
bool leadsToItsOwn(lldb::SBValue value)
{
    return owningPointer(std::move(value)).IsValid();
}

/// Through LLDB's objects, one for each element: what it would show.
void addShown(lldb::SBValue value, ContentDigest& digest, std::uint32_t& left)
{
    if (left == 0)
        return digest.cut();
    --left;
    const std::string summary = text(value.GetSummary());
    digest.addText(summary.empty() ? text(value.GetValue()) : summary);
    if (summary.ends_with("\"..."))
        return digest.cut();
    if (value.GetType().GetCanonicalType().IsPointerType() || !value.MightHaveChildren())
        return;
    const std::uint32_t count = value.GetNumChildren(left + 1);
    for (std::uint32_t i = 0; i < count; ++i)
        addShown(value.GetChildAtIndex(i), digest, left);
}

/// An array whose size only this value knows ("int a[n]"), or any other plan's value.
void addPlanned(lldb::SBValue& value, const ContentPlan& plan, ContentDigest& digest)
{
    ContentPlan own = plan;
    if (auto* const array = std::get_if<plan::Array>(&own.kind); array && array->element->size > 0) {
        own.size = value.GetByteSize();
        array->count = own.size / array->element->size;
    }
    if (const lldb::addr_t address = value.GetLoadAddress(); address != LLDB_INVALID_ADDRESS)
        return digest.addAt(own, address);
    std::vector<std::byte> bytes(own.size); // in registers, or a result
    lldb::SBError error;
    bytes.resize(value.GetData().ReadRawData(error, 0, bytes.data(), bytes.size()));
    digest.addBytes(own, bytes);
}

} // namespace

debug::Content contentOf(lldb::SBValue value, const ContentLimits& limits)
{
    if (!leadsToItsOwn(value) && !isOptional(value)) // that it holds something counts, too
        value = inside(value);
    lldb::SBType type = value.GetType().GetCanonicalType();
    if (value.GetError().Fail() || !type.IsValid() || isShownWhole(type))
        return {};
    PlanBook book;
    const ContentPlan* const plan = book.of(type);
    ContentDigest digest(memoryOf(value.GetProcess()), limits);
    if (std::holds_alternative<plan::Opaque>(plan->kind)) {
        std::uint32_t left = std::min(kMaxObjects, limits.visits);
        addShown(value, digest, left);
    } else {
        lldb::SBValue raw = value.GetNonSyntheticValue();
        addPlanned(raw, *plan, digest);
    }
    return digest.content();
}

} // namespace dbgr::daemon
