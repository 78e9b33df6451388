// SPDX-License-Identifier: BSD-3-Clause
#include "values/describe/declaration.h"

#include "values/dwarf/code_lines.h"
#include "values/dwarf/enclosing.h"
#include "values/expr/parser.h"
#include "values/names/source_path.h"
#include "values/print/type_text.h"
#include "values/types/innermost.h"
#include "values/value/class_by_name.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dbgr::values {

namespace {

// ---- The code of a line

struct CodeOfLine
{
    std::uint32_t line = 0;
    std::vector<FileAddress> begins;
};

/// Of the first line with code from `line` on.
CodeOfLine codeIn(const Die& unit, std::string_view path, std::uint32_t line)
{
    CodeOfLine best;
    Dwarf_Die raw = unit.raw();
    Dwarf_Lines* rows = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&raw, &rows, &count) != 0)
        return best;
    const char* lastFile = nullptr; // rows of a file share its name
    bool isSame = false;
    for (std::size_t i = 0; i < count; ++i) {
        Dwarf_Line* const row = dwarf_onesrcline(rows, i);
        Dwarf_Addr address = 0;
        int number = 0;
        const char* const file = dwarf_linesrc(row, nullptr, nullptr);
        if (!file || dwarf_lineno(row, &number) != 0 || number < static_cast<int>(line) ||
            dwarf_lineaddr(row, &address) != 0)
            continue;
        if (file != lastFile)
            isSame = absolutePath(unit, file) == path;
        lastFile = file;
        const auto at = static_cast<std::uint32_t>(number);
        if (!isSame || (best.line != 0 && at > best.line))
            continue;
        if (at != best.line)
            best = {at, {}};
        best.begins.push_back({address});
    }
    return best;
}

/// The procedure that the blocks are in.
const Scope* outOfBlocks(const Scope* scope)
{
    while (scope && scope->tag == DW_TAG_lexical_block)
        scope = scope->up;
    return scope;
}

unsigned blocksAround(const Scope* scope)
{
    unsigned count = 0;
    for (; scope && scope->tag == DW_TAG_lexical_block; scope = scope->up)
        ++count;
    return count;
}

/// Whether the procedure there begins behind a line of its own file: the line is outside of it.
bool beginsBehind(const Scope& scope, std::string_view path, std::uint32_t line)
{
    const Scope* const body = outOfBlocks(&scope);
    if (!body)
        return false;
    const char* const file = declarationFile(body->die);
    const std::int64_t begin = body->die.number(DW_AT_decl_line).value_or(0);
    return begin > static_cast<std::int64_t>(line) && file && absolutePath(body->die.unit(), file) == path;
}

std::optional<Address> codeIn(const LoadedFile& file, const Die& unit, std::string_view path, std::uint32_t line)
{
    std::optional<FileAddress> best;
    unsigned depth = 0;
    for (const FileAddress begin : codeIn(unit, path, line).begins) {
        const Scope* const scope = file.debug().scopeAt(begin);
        if (!scope || scope->tag == DW_TAG_compile_unit || beginsBehind(*scope, path, line))
            continue;
        if (const unsigned blocks = blocksAround(scope); !best || blocks > depth) {
            best = begin;
            depth = blocks;
        }
    }
    return best ? std::optional(Address{best->value + file.module().bias}) : std::nullopt;
}

// ---- What a name means

/// The name that an expression ends with, and what stands before it.
struct Ending
{
    std::string_view before; ///< "state", "geo"; without the link
    std::string_view link;   ///< "", ".", "->", "%", "::"
    std::string name;
};

Ending endingOf(std::string_view expression)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";
    const std::size_t last = expression.find_last_not_of(kLetters);
    const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
    Ending ending{expression.substr(0, begin), {}, std::string(expression.substr(begin))};
    for (const std::string_view link : {"->", "::", ".", "%"}) {
        if (!ending.link.empty() || !ending.before.ends_with(link))
            continue;
        ending.link = link;
        ending.before.remove_suffix(link.size());
    }
    return ending;
}

/// gfortran gives all components the last line of their module, and enumerators have none: the type's is told then.
util::Result<debug::DescribedName> described(const Die& die, const std::string& name, std::string type)
{
    const bool isOfGfortran =
        die.tag() == DW_TAG_member && languageOf(die.unit()) == Language::Fortran && !isByFlang(die.unit());
    std::string place = isOfGfortran ? "" : declaredPlace(die);
    const std::vector<Die> around = place.empty() ? enclosing(die) : std::vector<Die>();
    if ((isOfGfortran || die.tag() == DW_TAG_enumerator) && !around.empty())
        place = declaredPlace(around.back());
    if (place.empty())
        return util::fail(Errc::NotRecorded, "the compiler did not record where " + name + " is declared");
    return debug::DescribedName{name, std::move(type), std::move(place)};
}

/// A type, and the file that describes it.
struct Described
{
    const Type* type = nullptr;
    const LoadedFile* file = nullptr;
};

struct Member
{
    Die die;
    const LoadedFile* file;
    [[nodiscard]] const Type* type() const { return file->debug().types().typeOf(die); }
};

std::optional<Die> ownMember(const Type& type, const std::string& name)
{
    std::optional<Die> found;
    type.die->forEachChild([&](const Die& child) {
        const unsigned tag = child.tag();
        const bool isData = tag == DW_TAG_member || tag == DW_TAG_variable || tag == DW_TAG_enumerator;
        const bool isNamed = type.isFortran() ? folded(child.name()) == folded(name) : child.name() == name;
        if (isData && isNamed && !found)
            found = child;
    });
    return found;
}

/// A member, static or not, or an enumerator, of a class or what it is made of.
std::optional<Member> findMember(Reader& reader, const Described& of, const std::string& name)
{
    std::vector<Described> open{{&innermost(*of.type), of.file}};
    for (std::size_t i = 0; of.file && i < open.size() && i < kMostClasses; ++i) {
        Described here = open[i];
        if (const auto whole = here.type->kind == TypeKind::Incomplete
                                   ? completed(reader.files(), *here.file, *here.type)
                                   : std::nullopt)
            here = {whole->type->canonical, whole->file};
        if (!here.type->die)
            continue;
        if (const std::optional<Die> found = ownMember(*here.type, name))
            return Member{*found, here.file};
        if (!here.type->isRecord())
            continue;
        for (const Field& field : here.file->debug().types().fields(*here.type)) {
            if (field.isBase || field.name.empty())
                open.push_back({field.type->canonical, here.file});
        }
    }
    return std::nullopt;
}

util::Result<debug::DescribedName> declarationOfMember(Reader& reader, const Described& of, const std::string& name)
{
    const std::optional<Member> found = findMember(reader, of, name);
    if (!found)
        return util::fail(Errc::NoSuchName, "there is no member '" + name + "'");
    return described(found->die, name, typeText(*found->type()));
}

util::Result<debug::DescribedName> declarationOf(Reader& reader, const Value& value, const std::string& name)
{
    if (value.variable)
        return described(*value.variable, name, value.type ? typeText(*value.type) : "");
    if (value.recordType)
        return declarationOfMember(reader, {value.recordType, value.file}, name);
    return util::fail(Errc::NotRecorded, "the compiler did not record where " + name + " is declared");
}

util::Result<debug::DescribedName> declarationOfType(Reader& reader, const FrameRef& frame,
                                                     const std::vector<std::string>& parts)
{
    DBGR_TRY(const NamedType named, reader.type(frame, parts));
    const std::optional<Die>& die = named.type->alias ? named.type->alias : named.type->die;
    if (!die)
        return util::fail(Errc::NotRecorded, "the compiler did not record where " + parts.back() + " is declared");
    return described(*die, parts.back(), "");
}

/// "geo::cells", "Base::m_id", "Shape::Round"
util::Result<debug::DescribedName> declarationOfQualified(Reader& reader, const FrameRef& frame,
                                                          std::vector<std::string> parts)
{
    if (const auto value = reader.findQualified(frame, parts); value && (value->variable || value->recordType))
        return declarationOf(reader, *value, parts.back());
    if (auto type = declarationOfType(reader, frame, parts))
        return type;
    const std::string name = std::move(parts.back());
    parts.pop_back();
    DBGR_TRY(const NamedType around, reader.type(frame, parts));
    return declarationOfMember(reader, {around.type, around.file}, name);
}

std::string_view withoutSubscripts(std::string_view text, char open, char close)
{
    while (text.ends_with(close)) {
        int depth = 0;
        std::size_t at = text.size();
        do {
            --at;
            depth += text[at] == close ? 1 : text[at] == open ? -1 : 0;
        } while (at > 0 && depth > 0);
        if (depth > 0)
            break;
        text = text.substr(0, at);
    }
    return text;
}

util::Result<Value> findNamed(Reader& reader, const FrameRef& frame, const std::string& name)
{
    return reader.find(frame, reader.language(frame) == Language::Fortran ? folded(name) : name);
}

/// What operator[] of a class of the library gives, by the name that such classes have for it.
std::optional<Described> elementOf(const Described& container)
{
    const Type* plain = container.type->canonical;
    if (plain->kind == TypeKind::Reference)
        plain = plain->target->canonical;
    if (!plain->isRecord() || plain->isFortran() || !plain->die)
        return container; // what its pointers and arrays lead to
    std::optional<Die> element;
    plain->die->forEachChild([&](const Die& child) {
        const bool isMapped = child.name() == "mapped_type";
        if (child.tag() == DW_TAG_typedef && (isMapped || (child.name() == "value_type" && !element)))
            element = child;
    });
    return element ? std::optional(Described{container.file->debug().types().of(*element), container.file})
                   : std::nullopt;
}

/// What a path of names is of, by declarations alone: "field%cells(k)", "many[1].inner". Nothing: values are needed.
std::optional<Described> typeOfPath(Reader& reader, const FrameRef& frame, std::string_view text, unsigned depth = 0)
{
    constexpr unsigned kDeepest = 100;
    const bool isFortran = reader.language(frame) == Language::Fortran;
    const std::string_view whole = withoutSubscripts(text, isFortran ? '(' : '[', isFortran ? ')' : ']');
    const Ending ending = endingOf(whole);
    if (ending.name.empty() || depth == kDeepest)
        return std::nullopt;
    if (whole.size() < text.size()) {
        const auto container = typeOfPath(reader, frame, whole, depth + 1);
        return container ? elementOf(*container) : std::nullopt;
    }
    if (ending.link.empty() || ending.link == "::") {
        if (ending.link.empty() && !ending.before.empty())
            return std::nullopt;
        const auto value = ending.link.empty() ? findNamed(reader, frame, ending.name)
                                               : reader.findQualified(frame, partsOfName(text));
        return value && value->type ? std::optional(Described{value->type, value->file}) : std::nullopt;
    }
    const auto of = typeOfPath(reader, frame, ending.before, depth + 1);
    const auto member = of ? findMember(reader, *of, ending.name) : std::nullopt;
    return member ? std::optional(Described{member->type(), member->file}) : std::nullopt;
}

/// Where a block that optimisation left no code of declares the name, too: nobody knows whether it is meant.
std::string declaredWithoutCode(const Die& body, const std::string& name, unsigned depth = 0)
{
    constexpr unsigned kDeepest = 100;
    std::string place;
    body.forEachChild([&](const Die& child) {
        if (child.tag() != DW_TAG_lexical_block || depth == kDeepest || !place.empty())
            return;
        const bool hasCode = child.own(DW_AT_ranges) || child.number(DW_AT_high_pc).value_or(0) != 0;
        child.forEachChild([&](const Die& one) {
            if (!hasCode && one.tag() == DW_TAG_variable && one.name() == name)
                place = declaredPlace(one);
        });
        if (place.empty())
            place = declaredWithoutCode(child, name, depth + 1);
    });
    return place;
}

util::Result<debug::DescribedName> declarationOfName(Reader& reader, const FrameRef& frame, const std::string& name)
{
    const auto value = findNamed(reader, frame, name);
    if (!value) {
        auto type = declarationOfType(reader, frame, {name});
        return type ? type : util::fail(value.error());
    }
    const LoadedFile* const file = frame.physical ? reader.files().at(frame.physical->pc()) : nullptr;
    const Scope* const scope =
        outOfBlocks(file ? file->debug().scopeAt(file->module().inFile(frame.physical->pc())) : nullptr);
    const std::string other = scope ? declaredWithoutCode(scope->die, name) : "";
    if (!other.empty())
        return util::fail(Errc::NotRecorded, "whether that of " + other + " is meant is not recorded");
    return declarationOf(reader, *value, name);
}

} // namespace

util::Result<Address> codeOfLine(const LoadedFiles& files, Address near, std::string_view path, std::uint32_t line)
{
    const LoadedFile* const first = files.at(near);
    const std::optional<Die> own = first ? first->debug().unitAt(first->module().inFile(near)) : std::nullopt;
    if (own) {
        if (const auto code = codeIn(*first, *own, path, line))
            return *code;
    }
    // A file that is compiled by itself has one unit; only a header's lines may be in any.
    for (const bool byName : {true, false}) {
        for (const LoadedFile* const file : files.all()) {
            for (const Die& unit : file->debug().units()) {
                if ((absolutePath(unit, unit.name()) == path) != byName || (!byName && file != first))
                    continue;
                if (const auto code = codeIn(*file, unit, path, line))
                    return *code;
            }
        }
    }
    return util::fail(Errc::NotRecorded, "no function with code has " + std::string(path) + ":" + std::to_string(line));
}

util::Result<debug::DescribedName> declarationOfLast(Reader& reader, const FrameRef& frame, std::string_view expression)
{
    const Language language = reader.language(frame);
    const Ending ending = endingOf(expression);
    if (ending.name.empty())
        return util::fail(Errc::NoSuchName, "the expression ends with no name");
    if (ending.link.empty() && ending.before.empty())
        return declarationOfName(reader, frame, ending.name);
    if (ending.link == "::" && language != Language::Fortran)
        return declarationOfQualified(reader, frame, partsOfName(expression));
    if (const auto of = typeOfPath(reader, frame, ending.before)) {
        if (auto found = declarationOfMember(reader, *of, ending.name))
            return found;
    }
    const std::string before(ending.before); // an operator of the class may lead on
    DBGR_TRY(const Tree tree, parse(ending.link == "->" ? "*(" + before + ")" : before, language));
    DBGR_TRY(const Answer whole, reader.evaluate(frame, tree));
    const auto* const value = std::get_if<Value>(&whole);
    if (!value || !value->type)
        return util::fail(Errc::NoSuchName, before + " has no members");
    return declarationOfMember(reader, {value->type, value->file}, ending.name);
}

} // namespace dbgr::values
