// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/compiler_quirks.h"

#include "values/dwarf/enclosing.h"
#include "values/dwarf/fixed_place.h"
#include "values/values_error.h"

#include <dwarf.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr int kMaxRankOfFortran = 15;

// gfortran's array descriptor.
struct GfortranDescriptor
{
    std::uint64_t base;
    std::int64_t offset;
    std::uint64_t elementBytes;
    std::int32_t version;
    std::int8_t rank;
    std::int8_t type;
    std::int16_t attribute;
    std::int64_t span;
};
static_assert(sizeof(GfortranDescriptor) == 40);
struct GfortranDimension
{
    std::int64_t stride; ///< in units of `span`
    std::int64_t lower;
    std::int64_t upper;
};
constexpr std::int8_t kGfortranText = 6;

// flang's: the standard's CFI_cdesc_t, and behind its dimensions what flang adds.
constexpr std::int64_t kFlangElementBytes = 8;
constexpr std::int64_t kFlangVersionAt = 16;
constexpr std::int32_t kFlangVersion = 20240719;
constexpr std::int64_t kFlangRankAt = 20;
constexpr std::int64_t kFlangDimensionsAt = 24;
constexpr std::int64_t kFlangDimensionBytes = 24;
constexpr std::string_view kFlangTypeMark = "EXdtX"; // between the module's and the type's name

constexpr std::string_view kTypeMarkOfGfortran = "__vtab_";

const Field* fieldNamed(const std::vector<Field>& fields, std::string_view name)
{
    const auto found =
        std::find_if(fields.begin(), fields.end(), [&](const Field& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

/// "__vtab_REAL_8_": class(*) that holds no derived type.
const Type* intrinsicNamed(std::string_view mark, TypeTable& types)
{
    static constexpr std::array<std::pair<std::string_view, TypeKind>, 5> kKinds{{
        {"INTEGER", TypeKind::Signed},
        {"REAL", TypeKind::Real},
        {"COMPLEX", TypeKind::Complex},
        {"LOGICAL", TypeKind::Boolean},
        {"CHARACTER", TypeKind::Text},
    }};
    mark.remove_prefix(std::min(mark.size(), kTypeMarkOfGfortran.size()));
    for (const auto& [name, kind] : kKinds) {
        if (!mark.starts_with(name) || mark.size() < name.size() + 2)
            continue;
        unsigned bytes = 0;
        const std::string_view digits = mark.substr(name.size() + 1);
        std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
        if (bytes > 0 && bytes <= 16)
            return types.intrinsic(kind, bytes);
    }
    return nullptr;
}

/// By the mark's only use: it points to the initial value of the type, and so to its description.
const Type* dynamicTypeByGfortran(Address mark, const LoadedFiles& files)
{
    const LoadedFile* const file = files.at(mark);
    if (!file)
        return nullptr;
    DebugFile& debug = file->debug();
    const std::optional<Die> variable = debug.index().typeMarkAt(file->module().inFile(mark));
    if (!variable)
        return nullptr;
    const Type* const type = debug.types().typeOf(*variable);
    const Field* const initial = fieldNamed(debug.types().fields(*type), "_def_init");
    if (initial && initial->type->kind == TypeKind::Pointer && initial->type->target->isRecord())
        return initial->type->target;
    return intrinsicNamed(variable->name(), debug.types());
}

/// "geom_m", "relax" of "_QMgeom_mFrelax": how flang tells modules, submodules and procedures apart is a capital letter
/// before each name, which has none.
std::vector<std::string> scopesOfFlang(std::string_view mangled)
{
    std::vector<std::string> scopes;
    for (const char letter : mangled) {
        if (letter >= 'A' && letter <= 'Z')
            scopes.emplace_back(1, letter);
        else if (!scopes.empty())
            scopes.back() += letter;
    }
    std::erase_if(scopes, [](const std::string& scope) { // "Q" begins, "B2" is a block, "F" the main program
        return scope.size() < 2 || std::string_view("MSF").find(scope.front()) == std::string_view::npos;
    });
    for (std::string& scope : scopes)
        scope.erase(0, 1);
    return scopes;
}

bool standsIn(const Die& type, const std::vector<std::string>& scopes)
{
    const std::vector<Die> path = enclosing(type);
    return std::equal(path.begin(), path.end(), scopes.begin(), scopes.end(),
                      [](const Die& part, const std::string& scope) { return folded(part.name()) == scope; });
}

bool isLaidOutAlike(const Type& a, const Type& b, TypeTable& types)
{
    const std::vector<Field>& left = types.fields(a);
    const std::vector<Field>& right = types.fields(b);
    return a.bytes == b.bytes &&
           std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const Field& one, const Field& other) {
               return one.name == other.name && one.offset == other.offset && one.type->kind == other.type->kind &&
                      one.type->name == other.type->name;
           });
}

/// Whether it is that type, or extends it: the parent is the first component.
bool extends(const Type& type, const Type& parent, TypeTable& types)
{
    constexpr unsigned kMostParents = 100;
    const Type* next = &type;
    for (unsigned i = 0; i < kMostParents; ++i) {
        if (next == &parent || (next->name == parent.name && isLaidOutAlike(*next, parent, types)))
            return true;
        const std::vector<Field>& fields = types.fields(*next);
        if (fields.empty() || !fields.front().type->isRecord() || fields.front().offset != 0)
            break;
        next = fields.front().type;
    }
    return false;
}

/// What one of them has, all have to have.
template <class Is>
void keepIfAny(std::vector<Die>& types, Is is)
{
    if (std::any_of(types.begin(), types.end(), is))
        std::erase_if(types, [&](const Die& type) { return !is(type); });
}

/// Wherever the code is: else it is said what the thread has that runs it.
bool isAtOneAddress(const Die& variable)
{
    std::optional<Dwarf_Attribute> location = variable.own(DW_AT_location);
    Dwarf_Block block;
    return location && dwarf_formblock(&*location, &block) == 0 && block.length > 0 && isFixedAddress(block.data[0]);
}

} // namespace

util::Result<std::optional<Address>> placeOfSavedVariable(const Value& value)
{
    if (!value.type->isFortran() || value.type->byFlang)
        return std::nullopt;
    const SavedPlace saved = value.file->debug().savedVariables().of(*value.variable);
    if (saved.kind == SavedPlace::Kind::None)
        return std::nullopt;
    if (saved.kind == SavedPlace::Kind::Known)
        return value.file->module().inProcess(saved.address);
    const std::optional<std::int64_t> number = value.variable->number(DW_AT_const_value);
    const std::string first = number && value.type->kind == TypeKind::Signed ? ", " + std::to_string(*number) : "";
    return util::fail(Errc::NotRecorded,
                      "the compiler recorded only the value that it began with" + first + ", and not where it is");
}

util::Result<bool> readArrayOfTexts(Value& value, StopMemory& memory)
{
    if (value.type->kind != TypeKind::Incomplete || !value.type->isFortran() || !value.type->name.empty())
        return false;
    DBGR_TRY(const auto head, memory.get<GfortranDescriptor>(value.address));
    const bool isTexts = head.type == kGfortranText || head.type == 0;
    if (!isTexts || head.rank < 1 || head.rank > kMaxRankOfFortran || head.elementBytes >> 32 != 0)
        return util::fail(Errc::NotRecorded, "the compiler did not record what it is");
    if (head.base == 0)
        return util::fail(Errc::NotAllocated, "not allocated");
    ArrayView view;
    view.base = Address{head.base};
    view.element = value.file->debug().types().intrinsic(TypeKind::Text, 1);
    const std::int64_t span = head.span != 0 ? head.span : static_cast<std::int64_t>(head.elementBytes);
    for (int i = 0; i < head.rank; ++i) {
        const Address at = value.address.plus(static_cast<std::int64_t>(sizeof head + i * sizeof(GfortranDimension)));
        DBGR_TRY(const auto dimension, memory.get<GfortranDimension>(at));
        if (!isPlausibleBound(dimension.lower) || !isPlausibleBound(dimension.upper))
            return util::fail(Errc::NotRecorded, "its bounds are not set");
        const bool isEmpty = dimension.upper < dimension.lower;
        const std::uint64_t count =
            static_cast<std::uint64_t>(dimension.upper) - static_cast<std::uint64_t>(dimension.lower) + 1;
        view.extents.push_back({value.countsFromOne ? 1 : dimension.lower, isEmpty ? 0 : count,
                                static_cast<std::int64_t>(static_cast<std::uint64_t>(dimension.stride) *
                                                          static_cast<std::uint64_t>(span))});
    }
    value.array = std::move(view);
    value.length = head.elementBytes;
    return true;
}

void joinCharacters(Value& array)
{
    ArrayView& view = *array.array;
    const Type& element = *view.element;
    const bool isCharacters = element.kind == TypeKind::Text && element.characterBytes == 4 && element.bytes == 4 &&
                              !array.type->byFlang && !view.extents.empty() && view.extents.front().stride == 4;
    if (!isCharacters)
        return;
    array.length = view.extents.front().count;
    view.extents.erase(view.extents.begin());
    if (!view.extents.empty())
        return;
    array.type = array.file->debug().types().intrinsic(TypeKind::Text, 4);
    array.address = view.base;
    array.array.reset();
}

bool isClassContainer(const Type& type)
{
    return type.kind == TypeKind::Structure && type.isFortran() && type.name.starts_with("__class_");
}

std::string declaredClass(std::string_view container)
{
    const auto isCapital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const char attribute = container.back();
    std::size_t end = container.rfind('_');
    if (end + 1 < container.size() && isDigit(container[end + 1])) // of an array, its rank stands before
        end = container.substr(0, end).rfind('_');
    container = container.substr(0, end);
    std::size_t first = container.size();
    while (first > 0 && !(isCapital(container[first - 1]) && (first == 1 || container[first - 2] == '_')))
        --first;
    std::string name(first > 0 ? container.substr(first - 1) : "");
    const bool isHash = name.empty() || std::any_of(name.begin() + 1, name.end(), isCapital);
    name = name == "STAR" ? "*" : isHash ? "..." : folded(name);
    return "class(" + name + ")" + (attribute == 'a' ? ", allocatable" : attribute == 'p' ? ", pointer" : "");
}

util::Result<Value> contentOfClass(const Value& container, StopMemory& memory, const LoadedFiles& files)
{
    const std::vector<Field>& fields = container.file->debug().types().fields(*container.type);
    const Field* const data = fieldNamed(fields, "_data");
    const Field* const mark = fieldNamed(fields, "_vptr");
    const Field* const length = fieldNamed(fields, "_len");
    if (!data || !mark)
        return util::fail(Errc::NotRecorded, "the compiler did not record what it is");
    const auto at = [&](const Field& field) { return container.address.plus(static_cast<std::int64_t>(field.offset)); };
    Value content = container;
    content.isClass = true;
    content.type = data->type;
    content.address = at(*data);
    DBGR_TRY(const std::uint64_t marked, memory.getUnsigned(at(*mark), sizeof(std::uint64_t)));
    const Type* const dynamic = marked != 0 ? dynamicTypeByGfortran(Address{marked}, files) : nullptr;
    if (dynamic && dynamic->kind == TypeKind::Text && length) {
        DBGR_TRY(content.length, memory.getUnsigned(at(*length), sizeof(std::uint64_t)));
    }
    if (data->type->kind == TypeKind::Array) {
        content.dynamicElement = dynamic;
        return content;
    }
    DBGR_TRY(const std::uint64_t target, memory.getUnsigned(content.address, sizeof(std::uint64_t)));
    if (target == 0)
        return util::fail(Errc::NotAllocated, "not allocated");
    content.address = Address{target};
    if (dynamic)
        content.type = dynamic;
    else if (data->type->kind == TypeKind::Pointer)
        content.type = data->type->target;
    return content;
}

std::optional<Address> tableOfCopiesByFlang(const Value& value)
{
    if (!value.type->byFlang || !value.file || !isAtOneAddress(*value.variable))
        return std::nullopt;
    const std::string symbol = value.variable->linkageName();
    const auto table = symbol.empty() ? std::nullopt : value.file->debug().symbols().named(symbol + ".cache");
    return table ? std::optional(value.file->module().inProcess(*table)) : std::nullopt;
}

util::Result<void> requireNoCopiesByFlang(const Value& value, StopMemory& memory)
{
    const std::optional<Address> at = tableOfCopiesByFlang(value);
    if (!at)
        return util::ok();
    DBGR_TRY(const std::uint64_t table, memory.getUnsigned(*at, sizeof(std::uint64_t)));
    return table == 0 ? util::ok()
                      : util::Result<void>(util::fail(
                            Errc::NotRecorded, "each thread has its own, and the compiler did not record where"));
}

const Type* dynamicTypeByFlang(Address descriptor, const Type& declared, StopMemory& memory, const LoadedFiles& files)
{
    const auto version = memory.get<std::int32_t>(descriptor.plus(kFlangVersionAt));
    const auto rank = memory.get<std::int8_t>(descriptor.plus(kFlangRankAt));
    if (!version || *version != kFlangVersion || !rank || *rank < 0 || *rank > kMaxRankOfFortran)
        return nullptr;
    const auto mark = memory.get<std::uint64_t>(descriptor.plus(kFlangDimensionsAt + *rank * kFlangDimensionBytes));
    const LoadedFile* const file = mark ? files.at(Address{*mark}) : nullptr;
    if (!file)
        return nullptr;
    const std::string_view symbol = file->debug().symbols().nameAt(file->module().inFile(Address{*mark}));
    const std::size_t at = symbol.find(kFlangTypeMark);
    if (at == std::string_view::npos)
        return nullptr;
    std::vector<Die> types = file->debug().index().types(symbol.substr(at + kFlangTypeMark.size()));
    const std::vector<std::string> scopes = scopesOfFlang(symbol.substr(0, at));
    keepIfAny(types, [&](const Die& type) { return standsIn(type, scopes); });
    TypeTable& table = file->debug().types();
    keepIfAny(types, [&](const Die& type) { return extends(*table.of(type), declared, table); });
    const bool areAlike = std::all_of(types.begin(), types.end(), [&](const Die& type) {
        return isLaidOutAlike(*table.of(type), *table.of(types.front()), table);
    });
    return types.empty() || !areAlike ? nullptr : table.of(types.front());
}

std::int64_t charactersByFlang(const Type& text, std::int64_t length)
{
    const bool isInDescriptor = text.byFlang && text.data.exists() && text.length.computed;
    return isInDescriptor && text.characterBytes == 4 ? length / 4 : length;
}

bool isAddressByFlang(const Type& type)
{
    return type.byFlang && type.kind == TypeKind::Structure && type.bytes == sizeof(std::uint64_t) &&
           (type.name == "__builtin_c_ptr" || type.name == "__builtin_c_funptr");
}

std::optional<std::uint64_t> elementBytesByFlang(Address descriptor, StopMemory& memory)
{
    const auto bytes = memory.get<std::int64_t>(descriptor.plus(kFlangElementBytes));
    constexpr std::int64_t kLargest = 1 << 20;
    return bytes && *bytes > 0 && *bytes < kLargest ? std::optional(static_cast<std::uint64_t>(*bytes)) : std::nullopt;
}

} // namespace dbgr::values
