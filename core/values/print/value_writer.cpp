// SPDX-License-Identifier: BSD-3-Clause
#include "values/print/value_writer.h"

#include "values/expr/loading.h"
#include "values/print/letters.h"
#include "values/print/scalar_text.h"
#include "values/print/type_name.h"
#include "values/print/type_text.h"
#include "values/value/base_classes.h"
#include "values/value/compiler_quirks.h"
#include "values/values_error.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::string_view kCut = "...";
constexpr unsigned kDeepestNesting = 20;
constexpr std::string_view kUnreadable = " <the memory there cannot be read>";

bool isFortranType(const Type& type)
{
    return type.language == Language::Fortran;
}

/// Characters that make a text.
bool isTextCharacter(const Type& type)
{
    return type.letters != Letters::None;
}

/// What the compiler added: the pointer to a class's functions, the lengths of Fortran's texts.
bool isHidden(const Value& member, const Type& record)
{
    return isFortranType(record) ? member.name.starts_with('_') : isPointerToFunctions(member.name);
}

/// The values of Fortran's dimensions vary fastest from the first one on, those of C's from the last one on.
std::vector<std::uint64_t> slowestFirst(std::vector<std::uint64_t> counts, bool isFortran)
{
    if (isFortran)
        std::reverse(counts.begin(), counts.end());
    return counts;
}

std::uint64_t productFrom(const std::vector<std::uint64_t>& counts, std::size_t level)
{
    std::uint64_t product = 1;
    for (std::size_t i = level; i < counts.size(); ++i)
        product *= counts[i];
    return product;
}

std::string stateInWords(const util::Error& error)
{
    return "<" + (isState(error.code) ? error.code.message() : error.message()) + ">";
}

} // namespace

void ValueWriter::addCut(std::string_view text)
{
    m_text += text.substr(0, m_limits.bytes);
    if (text.size() > m_limits.bytes)
        m_text += kCut;
}

void ValueWriter::addError(const util::Error& error)
{
    addCut(stateInWords(error));
}

void ValueWriter::add(const Value& value, std::uint32_t depth)
{
    if (depth > 0 && addWhereItIs(value))
        return;
    const util::Result<Value> settled = m_reader.shown(value);
    if (settled)
        addSettled(*settled, depth);
    else
        addError(settled.error());
}

/// Fortran follows pointers by itself. A list that ends where it begins would never end here.
bool ValueWriter::addWhereItIs(const Value& component)
{
    const Type* const type = component.type;
    const bool isLink =
        type && type->kind == TypeKind::Pointer && isFortranType(*type) && type->target && type->target->isRecord();
    if (!isLink)
        return false;
    const util::Result<Value> settled = m_reader.settled(component);
    if (settled)
        m_text += "<" + typeText(*settled) + " at " + textOf(settled->address) + ">";
    else
        addError(settled.error());
    return true;
}

/// Of arrays and records, once and not for each part: why not even their first byte can be read.
std::optional<util::Error> ValueWriter::whyLost(const Value& value)
{
    const bool hasParts = value.isArray() ? !value.array->isOpenEnded && value.array->count() > 0
                                          : value.type->isRecord() && value.type->canonical->bytes > 0;
    if (!hasParts)
        return std::nullopt;
    const Address begin = value.isArray() ? m_reader.elementAt(value, 0).address : value.address;
    std::byte first{};
    const util::Result<void> read = m_reader.memory().read(begin, std::span(&first, 1));
    return read || read.error().code != Errc::Unreadable ? std::nullopt : std::optional(read.error());
}

void ValueWriter::addSettled(const Value& value, std::uint32_t depth)
{
    if (const auto error = whyLost(value))
        return addError(*error);
    if (value.isArray())
        return addArray(value, depth);
    const Type& type = *value.type->canonical;
    switch (type.kind) {
    case TypeKind::Structure:
    case TypeKind::Union:
        if (isAddressByFlang(type))
            return addAddress(value);
        return addContainer(value, depth) ? void() : addRecord(value, depth);
    case TypeKind::Text:
        return addText(value);
    case TypeKind::Pointer:
        return addPointer(value);
    case TypeKind::MemberPointer:
        return addMemberPointer(value);
    case TypeKind::Void:
        m_text += type.name == "decltype(nullptr)" ? "nullptr" : "<no value>";
        return;
    case TypeKind::Incomplete:
        return addCut("<incomplete type" + (value.type->name.empty() ? "" : " " + value.type->name) + ">");
    default:
        return addScalar(value);
    }
}

// --- arrays ----------------------------------------------------------------------------------------------------------

void ValueWriter::addArray(const Value& array, std::uint32_t depth)
{
    const bool isFortran = isFortranType(*array.array->element) || isFortranType(*array.type);
    if (array.array->isOpenEnded) {
        m_text += isFortran ? "<assumed size>" : "<of unknown length>";
        return;
    }
    Elements elements;
    for (const Extent& extent : array.array->extents)
        elements.counts.push_back(extent.count);
    elements.counts = slowestFirst(std::move(elements.counts), isFortran);
    elements.isOneLevel = isFortran;
    elements.open = isFortran ? "(" : "{";
    elements.close = isFortran ? ")" : "}";
    elements.add = [&](std::uint64_t k, std::uint32_t level) { add(m_reader.elementAt(array, k), level); };
    const bool mayBeText = !isFortran && (m_format == Format::Natural || m_format == Format::Text);
    if (mayBeText && isTextCharacter(*array.array->element) && !elements.counts.empty())
        elements.addRow = [&, row = elements.counts.back()](std::uint64_t k) { return addCharacters(array, k, row); };
    addElements(elements, 0, 0, depth);
}

void ValueWriter::addElements(const Elements& elements, std::size_t level, std::uint64_t first, std::uint32_t depth)
{
    const std::size_t levels = elements.counts.size();
    if (level == levels)
        return elements.add(first, depth + (elements.isOneLevel ? 1 : static_cast<std::uint32_t>(levels)));
    if (elements.addRow && level + 1 == levels && elements.addRow(first))
        return;
    m_text += elements.open;
    const bool isDeepest =
        elements.isOneLevel ? level == 0 && depth == m_limits.depth : depth + level >= m_limits.depth;
    if (isDeepest) {
        m_text += kCut;
        m_text += elements.close;
        return;
    }
    const std::uint64_t step = productFrom(elements.counts, level + 1);
    for (std::uint64_t i = 0; i < elements.counts[level]; ++i) {
        m_text += i == 0 ? "" : ", ";
        if (i == m_limits.children || isFull()) {
            m_text += std::string(kCut) + " (" + std::to_string(elements.counts[level] - i) + " more)";
            break;
        }
        addElements(elements, level + 1, first + i * step, depth);
    }
    m_text += elements.close;
}

/// \returns false if they lie apart, or cannot be read
bool ValueWriter::addCharacters(const Value& array, std::uint64_t first, std::uint64_t count)
{
    const Letters letters = array.array->element->letters;
    const unsigned bytes = unitBytes(letters);
    if (count == 0 || array.array->extents.back().stride != bytes)
        return false;
    const std::uint64_t shown = std::min<std::uint64_t>(count, m_limits.bytes + 1);
    std::vector<std::byte> units(static_cast<std::size_t>(shown) * bytes);
    if (!m_reader.memory().read(m_reader.elementAt(array, first).address, units))
        return false;
    const std::span<const std::byte> text = untilZero(units, letters);
    const std::size_t most = m_limits.bytes * bytes;
    m_text += lettersText(text.first(std::min(text.size(), most)), letters);
    if (text.size() > most)
        m_text += kCut;
    return true;
}

// --- records ---------------------------------------------------------------------------------------------------------

void ValueWriter::addRecord(const Value& record, std::uint32_t depth)
{
    m_text += '{';
    std::uint32_t count = 0;
    if (depth == m_limits.depth)
        m_text += kCut;
    else if (!addMembers(record, depth + 1, count, 0))
        m_text += kCut;
    m_text += '}';
}

/// \param count of those that are in these braces already
/// \param nesting of anonymous records in each other \returns false if some were left out
bool ValueWriter::addMembers(const Value& record, std::uint32_t depth, std::uint32_t& count, unsigned nesting)
{
    const util::Result<std::vector<Value>> members = m_reader.members(record);
    if (!members) {
        addError(members.error());
        return true;
    }
    for (const Value& member : *members) {
        if (isHidden(member, *record.type))
            continue;
        const bool isInline = member.name.empty() && member.type->isRecord();
        if (isInline) { // an anonymous one: its members are used like those of the record
            if (nesting == kDeepestNesting || !addMembers(member, depth, count, nesting + 1))
                return false;
            continue;
        }
        m_text += count == 0 ? "" : ", ";
        if (count == m_limits.children || isFull())
            return false;
        ++count;
        const bool isTemplate = member.name.find('<') != std::string::npos; // a base class
        if (!member.name.empty())
            m_text += (isTemplate ? shortTypeName(*member.type) : member.name) + " = ";
        add(member, depth);
    }
    return true;
}

// --- scalars ---------------------------------------------------------------------------------------------------------

void ValueWriter::addScalar(const Value& value)
{
    const util::Result<Number> number = numberAt(m_reader, value);
    if (number)
        addCut(scalarText(*number, value.type->language, m_format));
    else
        addError(number.error());
}

void ValueWriter::addText(const Value& text)
{
    const std::uint64_t length = text.length.value_or(0);
    Value shown = text;
    shown.length = std::min<std::uint64_t>(length, m_limits.bytes);
    addScalar(shown);
    if (length > m_limits.bytes && !m_text.ends_with(kCut))
        m_text += kCut;
    if (length > ValueReader::kMaxText) // mostly garbage, and nobody sees where it ends
        m_text += " (of " + std::to_string(length) + " characters)";
}

void ValueWriter::addPointer(const Value& pointer)
{
    const util::Result<Number> number = numberAt(m_reader, pointer);
    if (number)
        add(*number, pointer.type->language);
    else
        addError(number.error());
}

void ValueWriter::add(const Number& number, Language language)
{
    const bool isCode = number.kind == NumberKind::Pointer && number.pointee &&
                        number.pointee->canonical->kind == TypeKind::Function && !number.address().isNull();
    const bool isNamed = m_format == Format::Natural || m_format == Format::Text || m_format == Format::Address;
    if (isCode && isNamed) {
        addCut(scalarText(number, language, m_format));
        return addFunctionName(number);
    }
    const bool isPointer = number.kind == NumberKind::Pointer && language != Language::Fortran;
    if (!isPointer || number.address().isNull() || !number.pointee)
        return addCut(scalarText(number, language, m_format));
    const bool isAsked = m_format == Format::Natural || m_format == Format::Text;
    if (isAsked && isTextCharacter(*number.pointee) && addTextAt(number))
        return;
    addCut(scalarText(number, language, m_format));
    const TypeKind target = number.pointee->canonical->kind;
    std::byte first{};
    if (target != TypeKind::Void && target != TypeKind::Function &&
        !m_reader.memory().read(number.address(), std::span(&first, 1)))
        m_text += kUnreadable;
}

/// \returns false if there is no memory
bool ValueWriter::addTextAt(const Number& pointer)
{
    const Letters letters = pointer.pointee->letters;
    const LettersRead read = readLetters(m_reader.memory(), pointer.address(), letters, m_limits.bytes);
    if (read.units.empty() && read.end == LettersRead::End::Lost)
        return false;
    m_text += lettersText(read.units, letters);
    if (read.end != LettersRead::End::Zero)
        m_text += kCut;
    if (read.end == LettersRead::End::Lost)
        m_text += " <the memory behind it cannot be read>";
    return true;
}

void ValueWriter::add(const NumberArray& numbers, Language language)
{
    const bool isFortran = language == Language::Fortran;
    Elements elements;
    elements.counts = slowestFirst(numbers.shape, isFortran);
    elements.open = isFortran ? "(" : "{";
    elements.close = isFortran ? ")" : "}";
    elements.add = [&](std::uint64_t k, std::uint32_t) {
        add(numbers.elements[static_cast<std::size_t>(k)], language);
    };
    addElements(elements, 0, 0, 0);
}

} // namespace dbgr::values
