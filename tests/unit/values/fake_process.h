// SPDX-License-Identifier: GPL-3.0-or-later
// Variables without a program: types made by hand, and memory that a test fills.
#pragma once

#include "tests/support/values/no_modules.h"
#include "values/assign/assignment.h"
#include "values/describe/value_tree.h"
#include "values/expr/evaluator.h"
#include "values/expr/parser.h"
#include "values/expr/visible_names.h"
#include "values/file/loaded_files.h"
#include "values/print/printer.h"
#include "values/target/stop_memory.h"
#include "values/value/value_reader.h"
#include "values/values_error.h"

#include <cstring>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

using namespace dbgr::values;

class FakeMemory : public Memory
{
public:
    static constexpr std::uint64_t kBegin = 0x1000;

    [[nodiscard]] bool read(Address address, std::span<std::byte> out) override
    {
        if (address.value < kBegin || address.value - kBegin > m_bytes.size() ||
            out.size() > m_bytes.size() - (address.value - kBegin))
            return false;
        if (address.value < hole.second.value && address.value + out.size() > hole.first.value)
            return false;
        std::memcpy(out.data(), m_bytes.data() + (address.value - kBegin), out.size());
        return true;
    }
    [[nodiscard]] util::Result<void> write(Address address, std::span<const std::byte> bytes) override
    {
        std::vector<std::byte> known(bytes.size());
        if (!read(address, known) || (readOnly && address >= *readOnly))
            return util::fail(Errc::ReadOnly, "the memory there is read-only");
        std::memcpy(m_bytes.data() + (address.value - kBegin), bytes.data(), bytes.size());
        return {};
    }
    std::optional<Address> readOnly;  ///< from there on
    std::pair<Address, Address> hole; ///< where nothing can be read, and where it ends
    Address put(std::span<const std::byte> bytes)
    {
        m_bytes.resize((m_bytes.size() + 15) / 16 * 16);
        const Address address{kBegin + m_bytes.size()};
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return address;
    }
    template <class T>
    Address put(const std::vector<T>& values)
    {
        return put(std::as_bytes(std::span(values)));
    }

private:
    std::vector<std::byte> m_bytes;
};

class FakeNames : public Names
{
public:
    [[nodiscard]] util::Result<Value> find(std::string_view name) override
    {
        const auto found = variables.find(std::string(name));
        if (found != variables.end())
            return found->second;
        return util::fail(Errc::NoSuchName, "there is no '" + std::string(name) + "'");
    }
    [[nodiscard]] util::Result<Value> findIn(std::string_view scope, std::string_view name) override
    {
        return find(std::string(scope) + "::" + std::string(name));
    }
    [[nodiscard]] bool isModule(std::string_view name) override { return name == "mod"; }
    [[nodiscard]] util::Result<Value> findQualified(const std::vector<std::string>& parts) override
    {
        return find(joined(parts));
    }
    [[nodiscard]] util::Result<NamedType> type(const std::vector<std::string>& parts) override
    {
        const auto found = types.find(joined(parts));
        if (found != types.end())
            return NamedType{found->second, nullptr};
        return util::fail(Errc::NoSuchName, "there is no type '" + joined(parts) + "' here");
    }

    std::map<std::string, Value> variables;
    std::map<std::string, const Type*> types;

private:
    static std::string joined(const std::vector<std::string>& parts)
    {
        std::string text;
        for (const std::string& part : parts)
            text += (&part == parts.data() ? "" : "::") + part;
        return text;
    }
};

class FakeProcess
{
public:
    explicit FakeProcess(Language language) : m_language(language) {}

    Type& type(TypeKind kind, std::uint64_t bytes, const std::string& name)
    {
        Type& made = m_types.emplace_back();
        made.kind = kind;
        made.language = m_language;
        made.bytes = bytes;
        made.name = name;
        made.letters = lettersNamed(name.starts_with("const ") ? name.substr(6) : name, bytes);
        return made;
    }
    Type& pointerTo(const Type& target)
    {
        Type& made = type(TypeKind::Pointer, 8, "");
        made.target = &target;
        return made;
    }
    struct Bounds
    {
        std::int64_t lower, upper;
    };
    Type& arrayOf(const Type& element, const std::vector<Bounds>& bounds)
    {
        Type& made = type(TypeKind::Array, 0, "");
        made.target = &element;
        for (const Bounds& one : bounds) {
            Dimension& dimension = made.dimensions.emplace_back();
            dimension.lower.constant = one.lower;
            dimension.upper.constant = one.upper;
        }
        return made;
    }
    Type& text(std::int64_t length)
    {
        Type& made = type(TypeKind::Text, static_cast<std::uint64_t>(length), "character");
        made.length.constant = length;
        return made;
    }
    /// Adds a variable that has these contents.
    template <class T>
    Value& variable(const std::string& name, const Type& type, const std::vector<T>& contents)
    {
        Value& value = names.variables[name];
        value.type = &type;
        value.address = memory.put(contents);
        value.name = name;
        return value;
    }

    /// What it is, or the error's words.
    std::string evaluate(const std::string& expression)
    {
        StopMemory pages(memory);
        ValueReader reader(pages, m_files);
        const auto tree = parse(expression, m_language);
        if (!tree)
            return "! " + tree.error().message();
        const auto answer = Evaluator(names, reader, m_language).run(*tree);
        if (!answer)
            return (answer.error().code == Errc::NotOurs ? "not ours: " : "! ") + answer.error().message();
        return Printer(reader, limits, format).text(*answer, m_language);
    }

    /// What the target is afterwards, or why it was not changed.
    std::string assign(const std::string& target, const std::string& value)
    {
        StopMemory pages(memory);
        ValueReader reader(pages, m_files);
        const auto place = parse(target, m_language);
        const auto what = parse(value, m_language);
        if (!place || !what)
            return "! " + (place ? what.error() : place.error()).message();
        const auto variable = Evaluator(names, reader, m_language).run(*place);
        if (!variable)
            return "! " + variable.error().message();
        auto content = Evaluator(names, reader, m_language).run(*what);
        if (const auto enumerator = enumeratorFor(reader, *variable, *what); !content && enumerator)
            content = *enumerator;
        if (!content)
            return "! " + content.error().message();
        const auto writes = planAssignment(reader, *variable, *content);
        if (!writes)
            return (writes.error().code == Errc::NotOurs ? "not ours: " : "! ") + writes.error().message();
        const auto before = write(pages, *writes);
        if (!before)
            return "! " + before.error().message();
        undo = *before;
        return evaluate(target);
    }
    /// Part by part. \pre it has a value
    debug::ValueTree tree(const std::string& expression, const TextLimits& most)
    {
        StopMemory pages(memory);
        ValueReader reader(pages, m_files);
        const auto answer = Evaluator(names, reader, m_language).run(parse(expression, m_language).value());
        return treeOf(reader, answer.value(), m_language, most, format);
    }
    /// Takes the last assign() back.
    bool takeBack()
    {
        StopMemory pages(memory);
        return write(pages, undo).has_value();
    }

    FakeMemory memory;
    Writes undo;
    FakeNames names;
    TextLimits limits;
    Format format = Format::Natural;

private:
    Language m_language;
    std::list<Type> m_types;
    NoModules m_modules;
    DebugFileStore m_store;
    LoadedFiles m_files{m_store, m_modules};
};

} // namespace dbgr::test
