// SPDX-License-Identifier: BSD-3-Clause
#include "values/containers/containers.h"

#include "values/containers/layout.h"
#include "values/containers/sketched.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <utility>

namespace dbgr::values {

namespace {

constexpr unsigned kDeepestWrapping = 8; // of a container in the class that wraps it, and so on
constexpr std::uint64_t kReadAtOnce = 4096;

/// What a reader has learned of classes, in one rank at one stop.
struct LayoutBook
{
    std::unordered_map<const Type*, std::unique_ptr<ContainerLayout>> layouts; // where they are, they stay
};

/// What is the same in all processes: all of it is described in the class's own file.
bool isOfFile(const ContainerLayout& layout, const LoadedFile* file)
{
    const auto isThere = [&](const ClassPart& part) { return !part.isKnown() || part.file == file; };
    return !layout.hasMadeTypes && isThere(layout.element) &&
           std::all_of(layout.parts.begin(), layout.parts.end(), isThere) &&
           std::all_of(layout.arguments.begin(), layout.arguments.end(),
                       [&](const TemplateArgument& one) { return isThere(one.type); });
}

/// The same in another process.
ContainerLayout inProcess(ContainerLayout layout, const LoadedFile* file)
{
    layout.self.file = layout.element.file = file;
    for (ClassPart& part : layout.parts)
        part.file = file;
    for (TemplateArgument& argument : layout.arguments)
        argument.type.file = file;
    return layout;
}

/// Of a class that is called as one of a library's. Its family is null if it is none.
ContainerLayout planned(ValueReader& reader, const Value& object, const std::string& name)
{
    const std::optional<Library> library = libraryOf(*object.type);
    for (const Family* const family : families()) {
        const bool isCalledSo = std::find(family->names.begin(), family->names.end(), name) != family->names.end();
        if (!isCalledSo || !library || library->name != family->library)
            continue;
        ContainerLayout layout;
        layout.family = family;
        layout.name = name;
        layout.self = {object.type, object.file, 0};
        layout.arguments = templateArguments(reader, layout.self);
        layout.isWrapper = library->isWrapper;
        ClassPlanner planner(reader, layout);
        if (!family->plan(planner))
            continue;
        layout.sketched = sketchedClass(layout);
        return layout;
    }
    return {};
}

bool isNameOfFamily(const std::string& name)
{
    const auto has = [&](const Family* family) {
        return std::find(family->names.begin(), family->names.end(), name) != family->names.end();
    };
    return !name.empty() && std::any_of(families().begin(), families().end(), has);
}

/// Learned once for all processes, where that can be.
ContainerLayout learned(ValueReader& reader, const Value& object)
{
    const Type& type = *object.type->canonical;
    if (type.layout)
        return inProcess(*std::static_pointer_cast<const ContainerLayout>(type.layout), object.file);
    const std::string name = classNameOf(type);
    const bool isNamed = isNameOfFamily(name);
    ContainerLayout layout = isNamed ? planned(reader, object, name) : ContainerLayout{};
    if (!isNamed || (layout.family && isOfFile(layout, object.file)))
        type.layout = std::make_shared<const ContainerLayout>(layout);
    return layout;
}

const ContainerLayout* layoutOf(ValueReader& reader, const Value& object)
{
    const bool isObject = object.type && object.file && !object.array && !object.bitField && !object.variable &&
                          object.type->language == Language::Cxx;
    if (!isObject)
        return nullptr;
    auto& layouts = reader.kept<LayoutBook>().layouts;
    std::unique_ptr<ContainerLayout>& known = layouts[object.type->canonical];
    if (!known)
        known = std::make_unique<ContainerLayout>(learned(reader, object));
    return known->family ? known.get() : nullptr;
}

/// What cannot be read at all says so before anything is said of its members.
util::Result<void> requireObject(const Source& source)
{
    const std::uint64_t bytes = source.object.type->bytes;
    if (source.isMadeUp() || bytes > kReadAtOnce)
        return source.isMadeUp() ? util::ok() : source.requireMemory(source.object.address, bytes);
    std::array<std::byte, kReadAtOnce> content;
    return source.reader.memory().read(source.object.address,
                                       std::span(content).first(static_cast<std::size_t>(bytes)));
}

util::Result<Container> openBy(ValueReader& reader, const ContainerLayout& layout, const Value& object)
{
    const Source source(reader, layout, object);
    if (layout.sketched)
        return openSketched(source);
    DBGR_TRY(requireObject(source));
    return layout.family->open(source);
}

util::Result<void> visitArray(ValueReader& reader, const Value& array, std::uint64_t first, const VisitItem& visit)
{
    const std::uint64_t count = array.array->count();
    for (std::uint64_t k = first; k < count; ++k) {
        if (!visit(Item{reader.elementAt(array, k), std::nullopt, std::nullopt}))
            break;
    }
    return {};
}

} // namespace

const ContainerLayout* Containers::classOf(const Value& object)
{
    return layoutOf(m_reader, object);
}

std::optional<util::Result<Container>> Containers::open(const Value& settled)
{
    Value object = settled;
    std::string kindName;
    for (unsigned i = 0; i < kDeepestWrapping; ++i) {
        const ContainerLayout* const layout = layoutOf(m_reader, object);
        if (!layout)
            return std::nullopt;
        if (kindName.empty())
            kindName = layout->name;
        util::Result<Container> opened = openBy(m_reader, *layout, object);
        const bool isWrapping = opened && opened->layout == nullptr;
        if (!isWrapping) {
            if (opened)
                opened->kindName = kindName;
            return opened;
        }
        util::Result<Value> inner = m_reader.settled(*opened->whole);
        if (!inner)
            return util::fail(std::move(inner).error());
        object = *std::move(inner);
    }
    return std::nullopt;
}

util::Result<void> Containers::forEach(const Container& container, std::uint64_t first, const VisitItem& visit)
{
    if (first >= container.count || !container.layout)
        return {};
    if (container.layout->family->walk)
        return container.layout->family->walk(Source(m_reader, *container.layout, container.object), container, first,
                                              visit);
    if (!container.whole)
        return {};
    DBGR_TRY(const Value whole, m_reader.settled(*container.whole));
    if (container.kind == ContainerKind::Pointer) {
        DBGR_TRY(Value target, m_reader.pointee(whole));
        visit(Item{std::move(target), std::nullopt, std::nullopt});
        return {};
    }
    if (whole.isArray() && container.kind != ContainerKind::Holder)
        return visitArray(m_reader, whole, first, visit);
    visit(Item{*container.whole, std::nullopt, std::nullopt});
    return {};
}

} // namespace dbgr::values
