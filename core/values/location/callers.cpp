// SPDX-License-Identifier: BSD-3-Clause
// What Locator asks the frames further out: the values that a call was made with, and the frame of a contained
// procedure's host.
#include "values/location/locator.h"
#include "values/location/locator_host.h"
#include "values/location/machine.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestSite = 200;
constexpr unsigned kFarthestHost = 100'000; // frames between a contained procedure and its host

bool isCallSite(unsigned tag)
{
    return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
}

bool isBlock(unsigned tag)
{
    return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine;
}

std::optional<FileAddress> returnAddressOf(const Die& site)
{
    std::optional<Dwarf_Attribute> attribute = site.own(DW_AT_call_return_pc);
    if (!attribute)
        attribute = site.own(DW_AT_low_pc);
    Dwarf_Addr address = 0;
    if (!attribute || dwarf_formaddr(&*attribute, &address) != 0)
        return std::nullopt;
    return FileAddress{address};
}

/// The description of the call that returns there.
std::optional<Die> callSiteIn(const Die& scope, FileAddress returnsTo, unsigned depth)
{
    std::optional<Die> found;
    if (depth == kDeepestSite)
        return found;
    for (std::optional<Die> child = scope.firstChild(); child && !found; child = child->sibling()) {
        if (isCallSite(child->tag())) {
            if (returnAddressOf(*child) == returnsTo)
                found = child;
        } else if (isBlock(child->tag())) {
            found = callSiteIn(*child, returnsTo, depth + 1);
        }
    }
    return found;
}

/// Whether it is the parameter that is asked for: by the register that it was passed in, or by itself.
bool isParameter(const Die& parameter, const Dwarf_Op* byRegister, const Die* byEntry)
{
    if (parameter.tag() != DW_TAG_call_site_parameter && parameter.tag() != DW_TAG_GNU_call_site_parameter)
        return false;
    if (byEntry) {
        std::optional<Dwarf_Attribute> of = parameter.own(DW_AT_call_parameter);
        if (!of)
            of = parameter.own(DW_AT_abstract_origin);
        const std::optional<Die> die = of ? referenceOf(*of) : std::nullopt;
        return die && die->id() == byEntry->id();
    }
    std::optional<Dwarf_Attribute> location = parameter.own(DW_AT_location);
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    return location && dwarf_getlocation(&*location, &ops, &count) == 0 && count == 1 &&
           ops[0].atom == byRegister->atom && ops[0].number == byRegister->number;
}

std::optional<Dwarf_Attribute> valueOfParameter(const Die& parameter)
{
    std::optional<Dwarf_Attribute> value = parameter.own(DW_AT_call_value);
    return value ? value : parameter.own(DW_AT_GNU_call_site_value);
}

} // namespace

util::Result<std::uint64_t> Locator::entryValue(const Place& place, const Dwarf_Op* asked, const Die* parameter)
{
    if (asked && asked->atom != DW_OP_regx && (asked->atom < DW_OP_reg0 || asked->atom > DW_OP_reg31))
        return optimizedOut("only its value at the beginning of the call is recorded");
    Frame* const caller = place.frame ? place.frame->caller() : nullptr;
    const Place from = caller ? placeOf(*caller) : Place{};
    if (!from.file || !from.procedure)
        return optimizedOut("nothing is known of the caller");
    const FileAddress returnsTo = from.file->module().inFile(caller->pc());
    const std::optional<Die> site = callSiteIn(from.procedure->die, returnsTo, 0);
    if (!site)
        return optimizedOut("nothing is recorded of the call");
    for (std::optional<Die> child = site->firstChild(); child; child = child->sibling()) {
        std::optional<Dwarf_Attribute> value;
        if (isParameter(*child, asked, parameter))
            value = valueOfParameter(*child);
        if (!value)
            continue;
        DBGR_TRY(const Location location, run(*value, from, std::nullopt, std::nullopt));
        return scalar(location, from, sizeof(std::uint64_t));
    }
    return optimizedOut("the call's arguments are not recorded");
}

namespace {

/// The operations without the last step, from the chain's pointer to the host's frame base.
std::size_t operationsOfChain(std::span<const Dwarf_Op> ops)
{
    if (ops.size() > 2 && ops.back().atom == DW_OP_deref && ops[ops.size() - 2].atom == DW_OP_plus_uconst)
        return ops.size() - 2;
    return ops.size() > 1 && ops.back().atom == DW_OP_deref ? ops.size() - 1 : 0;
}

/// Bodies of one procedure that were made anew (clones, parts of it) have one origin.
const void* originOf(const Die& procedure)
{
    const std::optional<Dwarf_Attribute> attribute = procedure.own(DW_AT_abstract_origin);
    const std::optional<Die> origin = attribute ? referenceOf(*attribute) : std::nullopt;
    return origin ? origin->id() : procedure.id();
}

} // namespace

Locator::StaticChain Locator::chainOf(const Place& inner)
{
    StaticChain result;
    std::optional<Dwarf_Attribute> attribute = inner.procedure->die.own(DW_AT_static_link);
    if (!attribute)
        return result;
    const auto ops = operations(*attribute, inner);
    if (!ops)
        return result;
    const auto evaluate = [&](std::size_t count) -> std::optional<Address> {
        LocatorHost host(*this, *attribute, inner, std::nullopt);
        const auto location = runMachine(ops->first(count), host);
        if (!location)
            return std::nullopt;
        const auto value = scalar(*location, inner, sizeof(std::uint64_t));
        return value && *value != 0 ? std::optional(Address{*value}) : std::nullopt;
    };
    result.frameBase = evaluate(ops->size());
    if (const std::size_t count = operationsOfChain(*ops); count > 0)
        result.pointer = evaluate(count);
    return result;
}

bool Locator::isHost(Frame& frame, const Place& place, const StaticChain& chain)
{
    if (chain.frameBase) {
        const auto base = frameBase(place);
        if (base && *base == *chain.frameBase)
            return true;
    }
    std::uint64_t sp = 0;
    const std::optional<Address> cfa = frame.cfa();
    return chain.pointer && cfa && frame.readRegister(kStackPointer, std::as_writable_bytes(std::span(&sp, 1))) &&
           chain.pointer->value >= sp && *chain.pointer < *cfa;
}

Frame* Locator::hostFrame(const Place& inner)
{
    const Scope* const hosting = inner.frame && inner.procedure ? procedureOf(inner.procedure->up) : nullptr;
    if (!hosting)
        return nullptr;
    const auto [known, isNew] = m_hosts.try_emplace({inner.frame, inner.procedure}, nullptr);
    if (isNew)
        known->second = findHost(inner, *hosting);
    return known->second;
}

Frame* Locator::findHost(const Place& inner, const Scope& hosting)
{
    const StaticChain chain = chainOf(inner);
    Frame* nearest = nullptr;
    Frame* frame = inner.frame->caller();
    for (unsigned i = 0; frame && i < kFarthestHost; ++i, frame = frame->caller()) {
        const Place place = placeOf(*frame);
        if (!place.procedure || originOf(place.procedure->die) != originOf(hosting.die))
            continue;
        if (isHost(*frame, place, chain))
            return frame;
        nearest = nearest ? nearest : frame;
    }
    return nearest;
}

} // namespace dbgr::values
