// SPDX-License-Identifier: BSD-3-Clause
// std::any: what it holds is known to the function that copies and destroys it, a member of a class template whose
// argument is the type.
#include "values/containers/families.h"

#include "values/dwarf/enclosing.h"
#include "values/values_error.h"

#include <optional>
#include <string>

namespace dbgr::values {

namespace {

enum AnyPart : std::size_t
{
    kAnyManager,
    kAnyStorage
};

struct HeldType
{
    ClassPart type;
    bool isOutside = false; ///< the storage has a pointer to it
};

bool planAny(ClassPlanner& planner)
{
    return planner.need({"_M_manager"}) && planner.need({"_M_storage"});
}

std::optional<HeldType> heldBy(ValueReader& reader, Address manager)
{
    const LoadedFile* const file = reader.files().at(manager);
    if (!file)
        return std::nullopt;
    const FileAddress pc = file->module().inFile(manager);
    const std::optional<Die> unit = file->debug().unitAt(pc);
    Scope* const procedure = unit ? procedureOf(file->debug().scopes().innermost(*unit, pc)) : nullptr;
    if (!procedure)
        return std::nullopt;
    const std::vector<Die> around = enclosing(declarationOf(procedure->die));
    const std::string name = around.empty() ? "" : around.back().name();
    const bool isInside = isTemplateOf(name, "_Manager_internal");
    if (!isInside && !isTemplateOf(name, "_Manager_external"))
        return std::nullopt;
    const ClassPart self{file->debug().types().of(around.back()), file, 0};
    const std::vector<TemplateArgument> arguments = templateArguments(reader, self);
    if (arguments.empty() || !arguments.front().type.isKnown())
        return std::nullopt;
    return HeldType{arguments.front().type, !isInside};
}

util::Result<Container> openAny(const Source& source)
{
    DBGR_TRY(const std::uint64_t manager, source.word(kAnyManager));
    if (manager == 0) {
        Container made = source.container(ContainerKind::Holder, 0);
        made.note = "<empty>";
        return made;
    }
    DBGR_TRY(source.requireMemory(Address{manager}, 1));
    const std::optional<HeldType> held = heldBy(source.reader, Address{manager});
    if (!held)
        return util::fail(Errc::NotRecorded, "the compiler did not record what it holds");
    Address at = source.addressOf(kAnyStorage);
    if (held->isOutside) {
        DBGR_TRY(at, source.pointerAt(at));
    }
    Container made = source.container(ContainerKind::Holder, 1);
    made.whole = source.at(at, held->type);
    return made;
}

} // namespace

const Family& anyFamily()
{
    static const Family family{"std", {"any"}, planAny, openAny, nullptr};
    return family;
}

} // namespace dbgr::values
