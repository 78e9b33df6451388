// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launcher_script.h"

#include "launchers/environment.h"
#include "util/string_util.h"

#include <cctype>
#include <cstddef>
#include <string_view>
#include <vector>

namespace dbgr::launchers {

namespace {

constexpr std::size_t kMaxScriptBytes = std::size_t(1) << 20;
constexpr int kMostScripts = 4; // one that runs another, and so on

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// With $NAME and ${NAME} as the environment has them; others vanish, as they do in a shell.
std::string expanded(std::string_view text, const std::vector<std::string>& environment)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] != '$') {
            result += text[at++];
            continue;
        }
        const bool braced = at + 1 < text.size() && text[at + 1] == '{';
        const std::size_t begin = at + (braced ? 2 : 1);
        std::size_t end = begin;
        while (end < text.size() && isNameCharacter(text[end]))
            ++end;
        result += environmentValue(environment, text.substr(begin, end - begin));
        at = end + (braced && end < text.size() && text[end] == '}' ? 1 : 0);
    }
    return result;
}

bool namesALauncher(std::string_view word)
{
    const std::string_view base = word.substr(word.rfind('/') + 1); // npos + 1 is 0
    for (const std::string_view name : {"mpiexec", "mpirun", "orterun", "prterun", "srun", "dbgrun"}) {
        if (base == name || (base.starts_with(name) && base[name.size()] == '.'))
            return true;
    }
    return false;
}

class ScriptReader
{
public:
    ScriptReader(const LaunchSpec& spec, const LauncherFiles& files) : m_spec(spec), m_files(files) {}

    void read(const std::string& path, int depth)
    {
        const std::string self = m_files.resolved(path);
        const std::string bytes = m_files.contents(self, kMaxScriptBytes);
        for (const std::string_view line : util::split(bytes, '\n')) {
            if (!util::trimmed(line).starts_with('#'))
                readLine(expanded(line, m_spec.environment), self, depth);
        }
    }

    [[nodiscard]] std::optional<LauncherKind> found() const { return m_several ? std::nullopt : m_found; }

private:
    void readLine(const std::string& line, const std::string& self, int depth)
    {
        constexpr std::string_view kBetweenWords = " \t\r;|&()<>`'\"=";
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t begin = line.find_first_not_of(kBetweenWords, at);
            if (begin == std::string::npos)
                return;
            const std::size_t end = std::min(line.find_first_of(kBetweenWords, begin), line.size());
            take(line.substr(begin, end - begin), self, depth);
            at = end;
        }
    }

    void take(const std::string& word, const std::string& self, int depth)
    {
        if (!namesALauncher(word))
            return;
        const auto path =
            m_files.findProgram(word, environmentValue(m_spec.environment, "PATH"), m_spec.workingDirectory);
        if (!path || m_files.resolved(*path) == self)
            return;
        if (m_files.isScript(*path)) {
            if (depth > 1)
                read(*path, depth - 1);
            return;
        }
        LauncherKind kind = recogniseLauncher(*path, m_files);
        if (kind.family == LauncherFamily::Unknown)
            return;
        m_several = m_several || (m_found && m_found->family != kind.family);
        if (!m_found)
            m_found = std::move(kind);
    }

    const LaunchSpec& m_spec;
    const LauncherFiles& m_files;
    std::optional<LauncherKind> m_found;
    bool m_several = false;
};

} // namespace

std::optional<LauncherKind> launcherOfScript(const std::string& path, const LaunchSpec& spec,
                                             const LauncherFiles& files)
{
    ScriptReader reader(spec, files);
    reader.read(path, kMostScripts);
    return reader.found();
}

} // namespace dbgr::launchers
