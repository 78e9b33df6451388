// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/dynamic_type.h"

#include "util/demangle.h"
#include "values/dwarf/enclosing.h"
#include "values/value/base_classes.h"
#include "values/value/class_by_name.h"
#include "values/value/value_reader.h"

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::values {

namespace {

constexpr std::int64_t kLargestObject = std::int64_t{1} << 40;
constexpr std::int64_t kWord = sizeof(std::uint64_t);

/// "geo::Derived" of the symbol of its virtual functions; "" for all other symbols.
std::string classOfSymbol(std::string_view symbol)
{
    constexpr std::string_view kWhatItIs = "vtable for ";
    if (!symbol.starts_with("_ZTV"))
        return {};
    const std::string text = util::demangled(symbol).value_or("");
    return text.starts_with(kWhatItIs) ? text.substr(kWhatItIs.size()) : std::string();
}

/// "Fixed<3>" of "Fixed<3ul>", which is how debug information has it.
std::string withoutSuffixes(const std::string& name)
{
    std::string result;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool isSuffix = name[i] == 'u' || name[i] == 'l';
        std::size_t begin = i;
        while (begin > 0 && (name[begin - 1] == 'u' || name[begin - 1] == 'l'))
            --begin;
        std::size_t digit = begin;
        while (digit > 0 && std::isdigit(static_cast<unsigned char>(name[digit - 1])))
            --digit;
        const char before = digit > 0 ? name[digit - 1] : '\0';
        const bool isNumber = digit < begin && (before == '<' || before == ' ' || before == '-' || before == '(');
        if (!isSuffix || !isNumber)
            result += name[i];
    }
    return result;
}

std::vector<std::string> partsOfClass(const std::string& name)
{
    std::vector<std::string> parts = partsOfName(name);
    std::erase(parts, "(anonymous namespace)");
    return parts;
}

} // namespace

DynamicTypes::Meaning DynamicTypes::read(ValueReader& reader, Address functions)
{
    const LoadedFile* const home = reader.files().at(functions);
    if (!home || functions.value % sizeof(std::uint64_t) != 0)
        return {};
    const std::string name = classOfSymbol(home->debug().symbols().nameAround(home->module().inFile(functions)));
    const auto toTop = reader.memory().getSigned(functions.plus(-2 * kWord), sizeof(std::int64_t));
    if (name.empty() || !toTop || *toTop > 0 || *toTop < -kLargestObject)
        return {};
    for (const std::string& spelling : {name, withoutSuffixes(name)}) {
        const std::optional<FoundClass> found = findClass(reader.files(), *home, partsOfClass(spelling));
        if (found && found->type->kind == TypeKind::Structure)
            return {found->type, found->file, *toTop};
    }
    return {};
}

/// It, or a base of it, has a pointer to virtual functions; its own one is then at its beginning.
bool DynamicTypes::isPolymorphic(const Value& record)
{
    const auto [known, isNew] = m_polymorphic.try_emplace(record.type->canonical);
    if (!isNew)
        return known->second;
    std::vector<const Type*> open{record.type->canonical};
    for (std::size_t i = 0; i < open.size() && i < kMostClasses; ++i) {
        for (const Field& field : record.file->debug().types().fields(*open[i])) {
            if (field.isArtificial && isPointerToFunctions(field.name))
                return m_polymorphic[record.type->canonical] = true;
            if (field.isBase && field.located) // virtual
                return m_polymorphic[record.type->canonical] = true;
            if (field.isBase)
                open.push_back(field.type->canonical);
        }
    }
    return false;
}

std::optional<Value> DynamicTypes::of(ValueReader& reader, const Value& record)
{
    const bool isObject = !record.array && !record.bitField && !record.variable && record.file && record.type &&
                          record.type->kind == TypeKind::Structure && record.type->language == Language::Cxx &&
                          !StopMemory::isMadeUp(record.address);
    if (!isObject || !isPolymorphic(record))
        return std::nullopt;
    const auto functions = reader.memory().getUnsigned(record.address, sizeof(std::uint64_t));
    if (!functions)
        return std::nullopt;
    auto known = m_meanings.find(*functions);
    if (known == m_meanings.end())
        known = m_meanings.emplace(*functions, read(reader, Address{*functions})).first;
    const Meaning meaning = known->second;
    if (!meaning.type || isSameClass(*meaning.type, *record.type))
        return std::nullopt;
    Value whole = record;
    whole.type = meaning.type;
    whole.file = meaning.file;
    whole.place = nullptr;
    whole.address = record.address.plus(meaning.toTop);
    whole.record = {};
    whole.recordType = nullptr;
    whole.isBase = false;
    const auto part = baseOf(reader, whole, [&](const Value& base) {
        return base.address == record.address && isSameClass(*base.type, *record.type); // it may be a base twice
    });
    const bool isPart = part && part->has_value();
    return isPart ? std::optional(std::move(whole)) : std::nullopt;
}

} // namespace dbgr::values
