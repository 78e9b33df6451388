// SPDX-License-Identifier: GPL-3.0-or-later
// FakeProcess with a reader over it, records, and words for what comes of reading.
#pragma once

#include "tests/support/values/made_debug_file.h"
#include "tests/unit/values/fake_process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::test {

class MadeProcess : public FakeProcess
{
public:
    explicit MadeProcess(Language language, const std::vector<std::string>& expressions = {})
        : FakeProcess(language), file(expressions), integer(type(TypeKind::Signed, 4, "integer(kind=4)"))
    {}

    Type& record(const std::string& name, std::uint64_t bytes, const std::vector<Field>& fields)
    {
        Type& made = type(TypeKind::Structure, bytes, name);
        file.setFields(made, fields);
        return made;
    }
    Value at(Address address, const Type& type)
    {
        Value value;
        value.type = &type;
        value.address = address;
        value.file = file.loaded();
        return value;
    }
    template <class T>
    Value of(const Type& type, const std::vector<T>& contents)
    {
        return at(memory.put(contents), type);
    }
    /// A view that no type describes.
    Value view(const Type& element, Address base, const std::vector<Extent>& extents)
    {
        Value value = at(base, element);
        value.array = ArrayView{&element, base, extents, false};
        return value;
    }

    /// "(1:3) 5 6 7", "5", or why not.
    std::string text(const util::Result<Value>& found)
    {
        if (!found)
            return errorText(found.error());
        const auto value = reader.settled(*found);
        if (!value)
            return errorText(value.error());
        std::string words;
        if (!value->array) {
            const auto bytes = reader.read(*value);
            return bytes ? valueText(*value->type, *bytes) : errorText(bytes.error());
        }
        for (const Extent& extent : value->array->extents)
            words += (words.empty() ? "(" : ",") + std::to_string(extent.lower) + ":" + std::to_string(extent.upper());
        words += ")";
        const auto done = reader.forEachElement(*value, [&](std::span<const std::byte> bytes) {
            words += " " + valueText(*value->array->element, bytes);
            return true;
        });
        return done ? words : errorText(done.error());
    }
    static std::string errorText(const util::Error& error)
    {
        static constexpr const char* kNames[] = {
            "",           "NotAllocated", "NotAssociated", "NotPresent", "OptimizedOut", "NotRecorded",
            "Unreadable", "NoSuchName",   "Wrong",         "Undefined",  "TooLarge",     "NotOurs"};
        const int code = error.code.value();
        const bool isOurs = error.code.category() == valuesCategory() && code >= 1 && code <= 11;
        return std::string("! ") + (isOurs ? std::string(kNames[code]) : "no error of ours: " + error.message());
    }

    MadeDebugFile file;
    Type& integer;

private:
    static std::string valueText(const Type& type, std::span<const std::byte> bytes)
    {
        if (type.kind == TypeKind::Text)
            return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        std::int64_t number = 0;
        std::memcpy(&number, bytes.data(), std::min(bytes.size(), sizeof number));
        return std::to_string(bytes.size() == 4 ? static_cast<std::int32_t>(number) : number);
    }

    NoModules m_noModules;
    DebugFileStore m_noFiles;
    LoadedFiles m_nothing{m_noFiles, m_noModules};

public:
    StopMemory pages{memory};
    ValueReader reader{pages, m_nothing};
};

} // namespace dbgr::test
