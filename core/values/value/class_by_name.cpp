// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/class_by_name.h"

#include "values/dwarf/enclosing.h"

#include <span>

namespace dbgr::values {

namespace {

std::optional<Die> typeInside(Die type, std::span<const std::string> names)
{
    for (const std::string& name : names) {
        std::optional<Die> inner;
        type.forEachChild([&](const Die& child) {
            if (!inner && isClassTag(child.tag()) && child.name() == name)
                inner = child;
        });
        if (!inner)
            return std::nullopt;
        type = *inner;
    }
    return type;
}

/// \param qualified the name with the arguments of templates, which are not always in the parts; "" they are
const Type* classIn(DebugFile& file, const std::vector<std::string>& parts, const std::string& qualified)
{
    const std::span<const std::string> all(parts);
    for (std::size_t count = parts.size(); count > 0; --count) { // the index does not have what is in classes
        for (const Die& type : file.index().types(parts[count - 1])) {
            if (!isClassTag(type.tag()) || !isPath(enclosing(type), all.first(count - 1)))
                continue;
            const auto found = typeInside(type, all.subspan(count));
            if (found && (qualified.empty() || (!found->isDeclaration() && qualifiedName(*found) == qualified)))
                return file.types().of(*found);
        }
    }
    return nullptr;
}

} // namespace

namespace {

std::optional<FoundClass> findIn(const LoadedFiles& files, const LoadedFile& first,
                                 const std::vector<std::string>& parts, const std::string& qualified)
{
    for (const LoadedFile* const file : files.from(first)) {
        if (const Type* const type = classIn(file->debug(), parts, qualified))
            return FoundClass{type, file};
    }
    return std::nullopt;
}

} // namespace

std::optional<FoundClass> findClass(const LoadedFiles& files, const LoadedFile& first,
                                    const std::vector<std::string>& parts)
{
    return findIn(files, first, parts, "");
}

std::optional<FoundClass> completed(const LoadedFiles& files, const LoadedFile& first, const Type& declared)
{
    const Type& plain = *declared.canonical;
    if (plain.kind != TypeKind::Incomplete || !plain.die || !isClassTag(plain.die->tag()) || plain.name.empty())
        return std::nullopt;
    std::vector<std::string> parts;
    const auto templates = [](std::string_view name) { return std::count(name.begin(), name.end(), '<'); };
    std::ptrdiff_t named = 0;
    const Die declaration = declarationOf(*plain.die);
    std::vector<Die> path = enclosing(declaration);
    path.push_back(declaration);
    for (const Die& part : path) {
        if (std::string name = part.name(); !name.empty()) {
            named += templates(name);
            parts.push_back(std::move(name));
        }
    }
    const std::string qualified = qualifiedName(*plain.die);
    return findIn(files, first, parts, templates(qualified) > named ? qualified : "");
}

} // namespace dbgr::values
