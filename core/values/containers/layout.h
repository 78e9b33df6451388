// SPDX-License-Identifier: BSD-3-Clause
// What is the same in all objects of one class of a library: who understands it, and where its members are. Made once
// for a class, from debug information alone. Way: Containers -> ContainerLayout -> one Family. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/containers/class_parts.h"
#include "values/containers/containers.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

using VisitItem = std::function<bool(const Item&)>;

/// What a class is that a Family has recognised.
struct ContainerLayout
{
    const struct Family* family = nullptr; ///< null: it is no container
    std::string name;                      ///< of the class, without arguments
    ClassPart self;
    std::vector<TemplateArgument> arguments;
    std::vector<ClassPart> parts;    ///< members, as its Family has looked for them
    ClassPart element;               ///< what it holds; its offset is that in a node
    std::vector<std::int64_t> sizes; ///< as its Family understands them
    bool isWrapper = false;          ///< see Library
    bool hasMadeTypes = false;       ///< which end with their reader
    /// Its family's sketch of such objects; null: it has none.
    std::shared_ptr<const struct SketchedClass> sketched;
};

/// Looks at the types of one class.
class ClassPlanner
{
public:
    ClassPlanner(ValueReader& reader, ContainerLayout& layout) : reader(reader), layout(layout) {}

    /// Adds a part. \return false: the class has no such member
    [[nodiscard]] bool need(std::initializer_list<std::string_view> path);
    [[nodiscard]] bool has(std::initializer_list<std::string_view> path) const
    {
        return partAt(reader, layout.self, path).has_value();
    }
    /// The k-th argument; not known: there is none, or it is no type.
    [[nodiscard]] ClassPart argument(std::size_t k) const;
    /// What the k-th part points to; not known: it is no pointer.
    [[nodiscard]] ClassPart pointee(std::size_t k) const;
    /// Elements that lie in nodes behind that many bytes of links.
    void setNodes(const ClassPart& element, std::uint64_t links);

    ValueReader& reader;
    ContainerLayout& layout;
};

/// One object.
class Source
{
public:
    Source(ValueReader& reader, const ContainerLayout& layout, const Value& object)
        : reader(reader), layout(layout), object(object)
    {}

    [[nodiscard]] Address addressOf(std::size_t part) const { return object.address.plus(layout.parts[part].offset); }
    /// A number or pointer that is a member. \errors Unreadable, OptimizedOut, NotRecorded
    [[nodiscard]] util::Result<std::uint64_t> word(std::size_t part) const;
    /// A pointer somewhere. \errors as word()
    [[nodiscard]] util::Result<Address> pointerAt(Address address) const;
    [[nodiscard]] util::Result<void> requireMemory(Address address, std::uint64_t bytes) const;
    /// Of one element. \errors NotRecorded
    [[nodiscard]] util::Result<std::uint64_t> elementBytes() const;
    [[nodiscard]] Value at(Address address, const ClassPart& type) const;
    [[nodiscard]] Value element(Address address) const { return at(address, layout.element); }
    [[nodiscard]] Container container(ContainerKind kind, std::uint64_t count) const;
    /// So many elements one behind the other, as an array. \pre elementBytes()
    [[nodiscard]] Value row(Address first, std::uint64_t count) const;
    /// The same as a container; both ends can be read. \errors Unreadable, NotRecorded, TooLarge
    [[nodiscard]] util::Result<Container> array(ContainerKind kind, Address first, std::uint64_t count) const;
    /// Whether it has no address of its own; then nobody can point to it.
    [[nodiscard]] bool isMadeUp() const { return StopMemory::isMadeUp(object.address); }

    ValueReader& reader;
    const ContainerLayout& layout;
    const Value& object;
};

/// One way to keep elements. Plain functions, since nothing is kept from one object to the next.
struct Family
{
    const char* library;
    std::vector<std::string_view> names;
    bool (*plan)(ClassPlanner&);                    ///< false: the class is another one that is called so
    util::Result<Container> (*open)(const Source&); ///< null: `sketch` says all
    /// Null: elements are those of `whole`.
    util::Result<void> (*walk)(const Source&, const Container&, std::uint64_t first, const VisitItem&);
    struct Shape (*sketch)(class Sketch&) = nullptr;
    /// Of those that lie apart from each other, where the k-th one is. Null: by walking only.
    class Word (*element)(class Sketch&, const class Word& k) = nullptr;
};

/// All that we know. Where several have a name, the first one whose plan() agrees has the class.
[[nodiscard]] const std::vector<const Family*>& families();

inline constexpr std::uint64_t kWordBytes = sizeof(std::uint64_t);
inline constexpr std::uint64_t kMostContainerBytes = std::uint64_t{1} << 46; ///< no object has more
inline constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 22;          ///< that are counted one by one

/// In the words of a user, for objects that cannot be what they are said to be.
[[nodiscard]] tl::unexpected<util::Error> garbage();

} // namespace dbgr::values
