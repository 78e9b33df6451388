// SPDX-License-Identifier: BSD-3-Clause
// Objects of libraries are their elements: where these lie, and how much room there is for more, does not count.
#include "values/compare/content_reader.h"

#include <algorithm>

namespace dbgr::values {

/// \returns false for what is no object of a library
bool ContentReader::addContainer(const Value& value, unsigned depth)
{
    const auto opened = Containers(m_reader).open(value);
    if (!opened)
        return false;
    if (!*opened) {
        addError(opened->error());
        return true;
    }
    const Container& container = **opened;
    switch (container.kind) {
    case ContainerKind::Text:
    case ContainerKind::Array:
        addArray(*container.whole, depth);
        break;
    case ContainerKind::Pointer:
        addOwned(container, depth);
        break;
    case ContainerKind::Holder:
        addHeld(container, depth);
        break;
    case ContainerKind::Plain:
        add(*container.whole, depth + 1);
        break;
    default:
        m_hash.add(container.count);
        if (container.isUnordered)
            addUnordered(container, depth);
        else
            addItems(container, depth);
    }
    return true;
}

void ContentReader::addItems(const Container& container, unsigned depth)
{
    const auto done = Containers(m_reader).forEach(container, 0, [&](const Item& item) {
        addItem(item, depth);
        return !m_partial;
    });
    if (!done)
        addError(done.error());
}

void ContentReader::addItem(const Item& item, unsigned depth)
{
    if (item.value.bitField)
        return addBitItem(item.value);
    if (item.key)
        add(*item.key, depth + 1);
    add(item.value, depth + 1);
}

/// One of many: no place of its own.
void ContentReader::addBitItem(const Value& bit)
{
    const auto byte = m_reader.memory().getUnsigned(bit.address, 1);
    if (!byte)
        return addError(byte.error());
    if (take(bit.bitField->offset == 0 ? 1 : 0))
        m_hash.add(*byte >> bit.bitField->offset & 1);
}

/// Elements have hashes of their own, whose sum is the same in any order. Of a part of them nothing can be said: in
/// another rank it would be another part.
void ContentReader::addUnordered(const Container& container, unsigned depth)
{
    const util::ContentHash around = m_hash;
    const std::uint64_t valuesBefore = m_values;
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    const auto done = Containers(m_reader).forEach(container, 0, [&](const Item& item) {
        m_hash = {};
        addItem(item, depth);
        high += m_hash.value().high;
        low += m_hash.value().low;
        return !m_partial;
    });
    m_hash = around;
    if (!done)
        addError(done.error());
    if (m_partial) {
        m_values = valuesBefore;
        return;
    }
    m_hash.add(high);
    m_hash.add(low);
}

/// What it leads to; what was met before counts by when that was. Of an array nobody knows how long it is.
void ContentReader::addOwned(const Container& pointer, unsigned depth)
{
    const auto target = m_reader.memory().getUnsigned(pointer.whole->address, sizeof(std::uint64_t));
    if (!target)
        return addError(target.error());
    m_hash.add(std::uint64_t{*target != 0});
    m_hash.add(pointer.count);
    if (*target == 0)
        return;
    const auto [known, isNew] = m_owned.emplace(*target, m_owned.size());
    if (!isNew)
        return m_hash.add(known->second);
    const bool isGone = pointer.count == 0 && !pointer.note.empty();
    m_hasUnknown = m_hasUnknown || pointer.isOpenEnded || (pointer.count == 0 && !isGone);
    if (pointer.count == 0)
        return;
    const auto done = Containers(m_reader).forEach(pointer, 0, [&](const Item& item) {
        const auto settled = m_reader.settled(item.value);
        const auto dynamic = settled ? m_reader.dynamic(*settled) : std::nullopt;
        add(dynamic.value_or(item.value), depth + 1);
        return false;
    });
    if (!done)
        addError(done.error());
}

/// Values of different types may have the same bytes.
void ContentReader::addHeld(const Container& holder, unsigned depth)
{
    m_hash.add(holder.count);
    if (!holder.whole)
        return;
    const std::string& name = holder.whole->type->canonical->name;
    m_hash.add(std::as_bytes(std::span(name.data(), name.size())));
    add(*holder.whole, depth + 1);
}

} // namespace dbgr::values
