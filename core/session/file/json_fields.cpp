// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/json_fields.h"

#include "session/file/session_document.h"
#include "util/nearest.h"

#include <cstdint>
#include <limits>
#include <utility>

namespace dbgr::session {

using util::Result;

namespace {

constexpr std::size_t kShownBytes = 60;

/// A name of the file in an error: not the whole of a hostile one.
std::string shown(std::string_view name)
{
    return "\"" + std::string(name.substr(0, kShownBytes)) + (name.size() > kShownBytes ? "...\"" : "\"");
}

} // namespace

tl::unexpected<util::Error> badField(const std::string& where, const std::string& why)
{
    return util::fail(Errc::BadSessionFile, (where.empty() ? "the session file" : "its field " + where) + ": " + why,
                      "The manual's page \"Session files\" says what may stand there.");
}

Result<std::string> textOf(const Json& value, const std::string& where)
{
    if (!value.is_string())
        return badField(where, "it is no text");
    const auto& text = value.get_ref<const std::string&>();
    if (text.size() > SessionLimits::kTextBytes)
        return badField(where, "the text is longer than " + std::to_string(SessionLimits::kTextBytes) + " bytes");
    if (text.find('\0') != std::string::npos)
        return badField(where, "the text has a NUL in it");
    return text;
}

Result<JsonFields> JsonFields::of(const Json& value, std::string where)
{
    if (!value.is_object())
        return badField(where, "it is no object, { ... }");
    return JsonFields(value, std::move(where));
}

std::string JsonFields::path(const char* name) const
{
    return m_where.empty() ? name : m_where + "." + name;
}

const Json* JsonFields::find(const char* name)
{
    m_asked.insert(name);
    const auto found = m_object->find(name);
    return found == m_object->end() ? nullptr : &*found;
}

Result<std::string> JsonFields::text(const char* name)
{
    const Json* const value = find(name);
    return value ? textOf(*value, path(name)) : Result<std::string>(std::string());
}

Result<std::string> JsonFields::neededText(const char* name)
{
    DBGR_TRY(std::string value, text(name));
    if (value.empty())
        return badField(path(name), "it is missing, or empty");
    return value;
}

Result<bool> JsonFields::flag(const char* name, bool fallback)
{
    const Json* const value = find(name);
    if (!value)
        return fallback;
    if (!value->is_boolean())
        return badField(path(name), "it is neither true nor false");
    return value->get<bool>();
}

Result<std::uint32_t> JsonFields::number(const char* name)
{
    const Json* const value = find(name);
    if (!value)
        return 0;
    if (!value->is_number_unsigned() || value->get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max())
        return badField(path(name), "it is no number from 0 to 4294967295");
    return value->get<std::uint32_t>();
}

Result<const Json*> JsonFields::list(const char* name, std::size_t most)
{
    const Json* const value = find(name);
    if (value && !value->is_array())
        return badField(path(name), "it is no list, [ ... ]");
    if (value && value->size() > most)
        return badField(path(name), "it has more than " + std::to_string(most) + " entries");
    return value;
}

Result<std::vector<std::string>> JsonFields::texts(const char* name, std::size_t most)
{
    DBGR_TRY(const Json* const entries, list(name, most));
    std::vector<std::string> all;
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        DBGR_TRY(std::string text, textOf((*entries)[i], path(name) + "[" + std::to_string(i) + "]"));
        all.push_back(std::move(text));
    }
    return all;
}

Result<void> JsonFields::nothingElse() const
{
    for (const auto& [key, value] : m_object->items()) {
        if (m_asked.contains(key))
            continue;
        util::Nearest nearest(std::string_view(key).substr(0, kShownBytes));
        for (const std::string_view known : m_asked)
            nearest.offer(known);
        const auto meant = nearest.found();
        return badField(m_where, "there is no field " + shown(key) +
                                     (meant ? "; the nearest is \"" + std::string(*meant) + "\"" : ""));
    }
    return util::ok();
}

} // namespace dbgr::session
