// SPDX-License-Identifier: BSD-3-Clause
#include "net/child_spec.h"

#include "net/net_error.h"
#include "util/environment.h"
#include "util/string_util.h"

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::net {

namespace {

enum class Found
{
    Nothing,
    NotExecutable,
    Program
};

Found lookAt(const std::string& path, const std::string& workingDirectory)
{
    const bool relative = !workingDirectory.empty() && !path.starts_with('/');
    const std::string seenFromHere = relative ? workingDirectory + "/" + path : path;
    struct stat status;
    if (::stat(seenFromHere.c_str(), &status) != 0)
        return errno == EACCES ? Found::NotExecutable : Found::Nothing;
    const bool executable = S_ISREG(status.st_mode) && ::access(seenFromHere.c_str(), X_OK) == 0;
    return executable ? Found::Program : Found::NotExecutable;
}

tl::unexpected<util::Error> notExecutable(const std::string& path)
{
    return util::fail(Errc::NotExecutable, "'" + path + "' is not an executable file", "check its permissions");
}

} // namespace

std::vector<std::string> currentEnvironment()
{
    std::vector<std::string> environment;
    for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry)
        environment.emplace_back(*entry);
    return environment;
}

std::optional<std::string_view> findVariable(const std::vector<std::string>& environment, std::string_view name)
{
    return util::findVariable(environment, name);
}

void setVariable(std::vector<std::string>& environment, std::string_view name, std::string_view value)
{
    unsetVariable(environment, name);
    environment.push_back(std::string(name) + "=" + std::string(value));
}

void unsetVariable(std::vector<std::string>& environment, std::string_view name)
{
    std::erase_if(environment, [name](const std::string& entry) { return util::isVariable(entry, name); });
}

util::Result<std::string> findProgram(const std::string& program, std::string_view searchPath,
                                      const std::string& workingDirectory)
{
    if (program.find('/') != std::string::npos) {
        const Found found = lookAt(program, workingDirectory);
        if (found == Found::Nothing)
            return util::fail(Errc::NoSuchProgram, "there is no program '" + program + "'", "check the path");
        if (found == Found::NotExecutable)
            return notExecutable(program);
        return program;
    }
    std::string refused;
    for (const std::string_view directory : util::split(searchPath, ':')) {
        const std::string path = (directory.empty() ? "." : std::string(directory)) + "/" + program;
        const Found found = program.empty() ? Found::Nothing : lookAt(path, workingDirectory);
        if (found == Found::Program)
            return path;
        if (found == Found::NotExecutable && refused.empty())
            refused = path;
    }
    if (!refused.empty())
        return notExecutable(refused);
    return util::fail(Errc::NoSuchProgram,
                      "there is no program '" + program + "' along PATH (" + std::string(searchPath) + ")",
                      "give its path, or add its folder to PATH");
}

} // namespace dbgr::net
