// SPDX-License-Identifier: BSD-3-Clause
#include "util/memory_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::util {

Result<UniqueFd> makeMemoryFile(const char* name, std::string_view bytes)
{
    UniqueFd file(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file)
        return fail(systemError(errno, "making a file in memory"));
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return fail(systemError(errno, "writing to a file in memory"));
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0)
        return fail(systemError(errno, "sealing a file in memory"));
    return file;
}

Result<std::string> readMemoryFile(int file, std::size_t most)
{
    struct stat facts = {};
    if (::fstat(file, &facts) != 0)
        return fail(systemError(errno, "looking at a file in memory"));
    if (facts.st_size < 0 || static_cast<std::size_t>(facts.st_size) > most)
        return fail(std::make_error_code(std::errc::file_too_large), "a file in memory is too large");
    std::string bytes(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(systemError(errno, "reading a file in memory"));
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
}

} // namespace dbgr::util
