// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/launcher_prefix.h"

#include "launchers/environment.h"
#include "launchers/launcher_kind.h"
#include "programs/starters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <string_view>

namespace dbgr::launchers {

namespace {

using PrefixWords = std::vector<std::string>;

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

bool isAssignment(std::string_view word)
{
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == std::string_view::npos || std::isdigit(static_cast<unsigned char>(word.front())))
        return false;
    return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                       [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

void unset(PrefixWords& environment, std::string_view name)
{
    std::erase_if(environment, [name](const std::string& entry) {
        return entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name);
    });
}

void assign(PrefixWords& environment, const std::string& assignment)
{
    unset(environment, std::string_view(assignment).substr(0, assignment.find('=')));
    environment.push_back(assignment);
}

class PrefixReader
{
public:
    PrefixReader(const LaunchSpec& spec, const LauncherFiles& files) : m_files(files), m_words(spec.argv)
    {
        m_result.spec = spec;
    }

    PrefixedCommand read()
    {
        while (m_at < m_words.size() && takeOne()) {
        }
        m_result.spec.argv.assign(m_words.begin() + static_cast<std::ptrdiff_t>(m_at), m_words.end());
        return std::move(m_result);
    }

private:
    /// \return false at the launcher
    bool takeOne()
    {
        if (m_result.prefix.empty() && isAssignment(m_words[m_at])) {
            assign(m_result.spec.environment, m_words[m_at++]);
            return true;
        }
        if (!programs::isRunner(m_words[m_at]))
            return false;
        const auto next = nextProgram();
        if (!next)
            return false; // it is called a launcher, and refused by its name
        if (m_result.prefix.empty() && lastPart(m_words[m_at]) == "env" && takeEnv(*next))
            return true;
        const bool isProgram = find(m_words[m_at]).has_value();
        PrefixWords& taken = isProgram || m_words[m_at] != "time" ? m_result.prefix : m_result.leftOut;
        taken.insert(taken.end(), m_words.begin() + static_cast<std::ptrdiff_t>(m_at),
                     m_words.begin() + static_cast<std::ptrdiff_t>(*next));
        m_at = *next;
        return true;
    }

    /// The next word that is a launcher, or runs one.
    [[nodiscard]] std::optional<std::size_t> nextProgram() const
    {
        for (std::size_t i = m_at + 1; i < m_words.size(); ++i) {
            if (m_words[i].starts_with('-') || isAssignment(m_words[i]))
                continue;
            if (programs::isRunner(m_words[i]))
                return i;
            const auto path = find(m_words[i]);
            if (path && recogniseLauncher(*path, m_files).family != LauncherFamily::Unknown)
                return i;
        }
        return std::nullopt;
    }

    /// What env would do, done here, so that what the launcher is told besides is not lost on it.
    /// \return false if it has options that are not known here
    bool takeEnv(std::size_t end)
    {
        PrefixWords environment = m_result.spec.environment;
        for (std::size_t i = m_at + 1; i < end; ++i) {
            const std::string& word = m_words[i];
            if (word == "-i" || word == "-" || word == "--ignore-environment")
                environment.clear();
            else if (word == "-u" && i + 1 < end)
                unset(environment, m_words[++i]);
            else if (word.starts_with("--unset="))
                unset(environment, std::string_view(word).substr(8));
            else if (isAssignment(word))
                assign(environment, word);
            else if (word != "--")
                return false;
        }
        m_result.spec.environment = std::move(environment);
        m_at = end;
        return true;
    }

    [[nodiscard]] std::optional<std::string> find(const std::string& word) const
    {
        const LaunchSpec& spec = m_result.spec;
        if (word == kOwnLauncher)
            if (auto own = m_files.ownProgram(word))
                return own;
        return m_files.findProgram(word, environmentValue(spec.environment, "PATH"), spec.workingDirectory);
    }

    const LauncherFiles& m_files;
    const PrefixWords& m_words;
    std::size_t m_at = 0;
    PrefixedCommand m_result;
};

} // namespace

PrefixedCommand takePrefix(const LaunchSpec& spec, const LauncherFiles& files)
{
    return PrefixReader(spec, files).read();
}

} // namespace dbgr::launchers
