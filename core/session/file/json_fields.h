// SPDX-License-Identifier: BSD-3-Clause
// The fields of one JSON object, asked for by name; what nobody asked for is an error. Part of session_json.
// Thread: any.
#pragma once

#include "session/session_error.h"
#include "util/result.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::session {

using Json = nlohmann::json; // of which many keys cost no more than they should

/// That something of the file is not as it has to be. \param where "launch.command[2]"; "" the file itself
[[nodiscard]] tl::unexpected<util::Error> badField(const std::string& where, const std::string& why);

/// A text of the file, which no field can be longer than, and which has no NUL. \errors Errc::BadSessionFile
[[nodiscard]] util::Result<std::string> textOf(const Json& value, const std::string& where);

class JsonFields
{
public:
    /// \param value outlives this \param where "launch", "" for the file itself \errors Errc::BadSessionFile
    [[nodiscard]] static util::Result<JsonFields> of(const Json& value, std::string where);

    /// "launch.folder".
    [[nodiscard]] std::string path(const char* name) const;
    /// Null if there is none. It counts as asked for.
    [[nodiscard]] const Json* find(const char* name);

    // \errors Errc::BadSessionFile: it is something else, or too long
    /// "" if there is none.
    [[nodiscard]] util::Result<std::string> text(const char* name);
    /// \errors also if there is none, or it is ""
    [[nodiscard]] util::Result<std::string> neededText(const char* name);
    [[nodiscard]] util::Result<bool> flag(const char* name, bool fallback);
    /// A number from 0 to 2^32 - 1; 0 if there is none.
    [[nodiscard]] util::Result<std::uint32_t> number(const char* name);
    /// Null if there is none. \param most that it may have
    [[nodiscard]] util::Result<const Json*> list(const char* name, std::size_t most);
    /// Each of its texts; nothing if there is none. \param most that it may have
    [[nodiscard]] util::Result<std::vector<std::string>> texts(const char* name, std::size_t most);

    /// \errors Errc::BadSessionFile: there is a field that nobody asked for
    [[nodiscard]] util::Result<void> nothingElse() const;

private:
    JsonFields(const Json& object, std::string where) : m_object(&object), m_where(std::move(where)) {}

    const Json* m_object;
    std::string m_where;
    std::set<std::string_view> m_asked;
};

} // namespace dbgr::session
