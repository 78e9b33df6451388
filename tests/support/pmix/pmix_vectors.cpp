// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pmix/pmix_vectors.h"

#include "util/string_util.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace dbgr::test {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void giveUp(const fs::path& file, const std::string& why)
{
    std::fprintf(stderr, "%s: %s\n", file.c_str(), why.c_str());
    std::abort();
}

/// The lines of a file that are neither empty nor comments.
std::vector<std::string> readLines(const fs::path& file)
{
    std::ifstream stream(file);
    if (!stream)
        giveUp(file, "cannot be opened");
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) {
        if (!util::trimmed(line).empty() && !line.starts_with('#'))
            lines.push_back(line);
    }
    return lines;
}

std::string bytesOf(const fs::path& file, std::string_view text)
{
    std::string digits(text);
    std::erase(digits, ' ');
    const auto bytes = util::fromHex(digits);
    if (!bytes)
        giveUp(file, "no hexadecimal: " + digits);
    return *bytes;
}

std::optional<VectorEntry::Kind> kindNamed(std::string_view name)
{
    using enum VectorEntry::Kind;
    constexpr std::pair<std::string_view, VectorEntry::Kind> kNames[] = {{"connect", Connect},
                                                                         {"status", Status},
                                                                         {"client-index", ClientIndex},
                                                                         {"assigned-id", AssignedId},
                                                                         {"server-id", ServerId},
                                                                         {"credential-status", CredentialStatus},
                                                                         {"frame", Frame}};
    for (const auto& [text, kind] : kNames) {
        if (text == name)
            return kind;
    }
    return std::nullopt;
}

VectorSession parseSession(const fs::path& file)
{
    VectorSession session{file.stem().string(), {}};
    for (const std::string& line : readLines(file)) {
        const auto words = util::split(line, ' ');
        if (words[0] == "connection" && words.size() == 3) {
            const auto version = pmix::wireVersionNamed(words[1]);
            if (!version)
                giveUp(file, "unknown serialisation: " + line);
            const auto type =
                words[2] == "described" ? pmix::BufferType::FullyDescribed : pmix::BufferType::NonDescribed;
            session.connections.push_back({{*version, type}, {}});
            continue;
        }
        if (session.connections.empty())
            giveUp(file, "no connection before: " + line);
        auto& entries = session.connections.back().entries;
        if (line.starts_with(' ')) {
            entries.back().bytes += bytesOf(file, line);
            continue;
        }
        const auto kind = words.size() > 1 ? kindNamed(words[1]) : std::nullopt;
        if (!kind)
            giveUp(file, "not understood: " + line);
        entries.push_back({words[0] == "C>S" ? pmix::ConnectionRole::Connector : pmix::ConnectionRole::Acceptor,
                           *kind,
                           {},
                           words.size() == 3 && words[2] == "cut"});
    }
    return session;
}

} // namespace

std::string VectorEntry::canonicalBody() const
{
    constexpr std::string_view kFlag("pmix.notecomp\0\0\1\xf8", 17);
    std::string text(body());
    if (const std::size_t at = text.find(kFlag); at != std::string::npos)
        text[at + kFlag.size() - 1] = 1;
    return text;
}

std::vector<VectorSession> loadPmixSessions()
{
    std::vector<VectorSession> sessions;
    for (const auto& each : fs::directory_iterator(fs::path(DBGR_PMIX_VECTORS) / "sessions"))
        sessions.push_back(parseSession(each.path()));
    std::sort(sessions.begin(), sessions.end(),
              [](const VectorSession& a, const VectorSession& b) { return a.name < b.name; });
    return sessions;
}

VectorSession loadPmixSession(std::string_view name)
{
    return parseSession(fs::path(DBGR_PMIX_VECTORS) / "sessions" / (std::string(name) + ".txt"));
}

std::vector<VectorValue> loadPmixValues(std::string_view name)
{
    const fs::path file = fs::path(DBGR_PMIX_VECTORS) / "values" / (std::string(name) + ".txt");
    std::vector<VectorValue> values;
    for (const std::string& line : readLines(file)) {
        const auto columns = util::split(line, '|');
        if (columns.size() < 2)
            giveUp(file, "not understood: " + line);
        VectorValue value;
        if (columns.size() == 3)
            value.type = util::trimmed(columns[0]);
        value.remark = util::trimmed(columns[columns.size() - 2]);
        value.bytes = bytesOf(file, columns.back());
        values.push_back(std::move(value));
    }
    return values;
}

} // namespace dbgr::test
