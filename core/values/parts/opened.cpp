// SPDX-License-Identifier: BSD-3-Clause
#include "values/parts/opened.h"

#include "values/expr/objects.h"
#include "values/parts/path.h"

#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kLongestWay = 20; // pointers that stand for objects that stand for others

bool hasNoParts(const Value& array)
{
    return array.array->isOpenEnded || array.array->extents.empty() || array.array->count() == 0;
}

/// Texts are shown in one piece.
bool isLetter(const Type& type)
{
    return type.kind == TypeKind::Character && (type.name == "char" || type.name == "char8_t");
}

/// Of those that a variable may hold by itself.
bool hasItems(const Container& container)
{
    switch (container.kind) {
    case ContainerKind::Array:
    case ContainerKind::Sequence:
    case ContainerKind::Map:
    case ContainerKind::Set:
    case ContainerKind::Tuple:
        return container.count > 0;
    default:
        return false;
    }
}

class ValueOpener
{
public:
    explicit ValueOpener(ValueReader& reader) : m_reader(reader) {}

    [[nodiscard]] util::Result<Opened> open(Value value, const std::string& path)
    {
        for (unsigned i = 0; i < kLongestWay; ++i) {
            DBGR_TRY(Opened here, look(value, path));
            const bool standsForAnother = here.items && here.items->kind == ContainerKind::Plain && here.items->whole;
            if (!standsForAnother)
                return here.items ? openItems(std::move(here)) : openPointer(std::move(here));
            value = *here.items->whole;
        }
        return Opened();
    }

private:
    /// Without following pointers. Of all containers: Items.
    [[nodiscard]] util::Result<Opened> look(const Value& value, std::string path)
    {
        DBGR_TRY(const Value settled, m_reader.settled(value));
        Opened result;
        DBGR_TRY(result.whole, m_reader.shown(settled));
        result.path = std::move(path);
        const Value& whole = result.whole;
        if (whole.isArray()) {
            result.parts = hasNoParts(whole) ? Opened::Parts::None : Opened::Parts::Elements;
        } else if (!whole.type->canonical->isRecord()) {
            result.parts = Opened::Parts::None;
        } else if (auto container = Containers(m_reader).open(whole)) {
            DBGR_TRY(result.items, *std::move(container));
            result.parts = Opened::Parts::Items;
            if (result.items->kind == ContainerKind::Array && result.items->whole)
                return lookAtElements(std::move(result));
        } else {
            result.parts = Opened::Parts::Members;
            if (whole.address != settled.address || whole.type != settled.type)
                result.declared = settled;
        }
        return result;
    }
    /// What lies as an array does opens as one, also where it has rows.
    [[nodiscard]] util::Result<Opened> lookAtElements(Opened container)
    {
        DBGR_TRY(container.whole, elementsOf(m_reader, *std::exchange(container.items, {})));
        const bool hasElements = container.whole.isArray() && !hasNoParts(container.whole);
        container.parts = hasElements ? Opened::Parts::Elements : Opened::Parts::None;
        return container;
    }
    [[nodiscard]] util::Result<Opened> openItems(Opened here)
    {
        const Container& items = *here.items;
        if (items.isOpenEnded && items.whole)
            return openFirst(items, here.path);
        if (items.count == 0 || items.kind == ContainerKind::Text)
            return Opened();
        if (items.kind != ContainerKind::Pointer && items.kind != ContainerKind::Holder)
            return here;
        std::optional<Value> held;
        DBGR_TRY(Containers(m_reader).forEach(items, 0, [&](const Item& item) {
            held = item.value;
            return false;
        }));
        if (!held)
            return Opened();
        const bool hasStar = items.isSmartPointer() || items.isOptional();
        DBGR_TRY(Opened opened, openTarget(*held, hasStar ? pathOfTarget(here.path) : std::string()));
        opened.name = hasStar ? "" : "value";
        return opened;
    }
    /// A smart pointer to an array of nobody knows how many elements.
    [[nodiscard]] util::Result<Opened> openFirst(const Container& pointer, const std::string& path)
    {
        DBGR_TRY(const Value first, m_reader.pointee(*pointer.whole));
        if (first.address.isNull())
            return Opened();
        constexpr std::string_view kFirst = "[0]";
        DBGR_TRY(Opened opened, openTarget(first, pathOfElement(path, kFirst, Language::Cxx)));
        opened.name = kFirst;
        return opened;
    }
    [[nodiscard]] util::Result<Opened> openPointer(Opened here)
    {
        const Type& type = *here.whole.type->canonical;
        if (here.whole.isArray() || type.kind != TypeKind::Pointer || type.isFortran())
            return here;
        const Type& target = *type.target->canonical;
        if (target.kind == TypeKind::Void || target.kind == TypeKind::Function || isLetter(target))
            return here;
        DBGR_TRY(const Value pointee, m_reader.pointee(here.whole));
        return pointee.address.isNull() ? here : openTarget(pointee, pathOfTarget(here.path));
    }
    /// What has parts itself opens at once: one step more would only be a nuisance.
    [[nodiscard]] util::Result<Opened> openTarget(const Value& target, std::string path)
    {
        Opened single;
        single.parts = Opened::Parts::Target;
        single.whole = target;
        single.path = path;
        const auto here = look(target, std::move(path));
        if (!here) // the target will say why
            return single;
        if (here->whole.type->canonical->kind == TypeKind::Incomplete)
            return Opened();
        const bool isWhole = here->parts == Opened::Parts::Elements || here->parts == Opened::Parts::Members;
        return isWhole || (here->items && hasItems(*here->items)) ? *here : single;
    }

    ValueReader& m_reader;
};

} // namespace

util::Result<Opened> opened(ValueReader& reader, const Value& value, std::string_view path)
{
    return ValueOpener(reader).open(value, std::string(path));
}

} // namespace dbgr::values
