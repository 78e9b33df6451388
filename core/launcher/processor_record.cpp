// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/processor_record.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::launcher {

namespace {

/// Whoever has the file open shares this byte; who can have it alone is the last one, and may remove the file.
constexpr off_t kPresence = 0;
constexpr off_t kFirstUnit = 1;
/// Somebody removes the file just now: it is made anew.
constexpr int kOpenTries = 100;

struct flock lockOf(short type, off_t byte)
{
    struct flock lock = {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    lock.l_start = byte;
    lock.l_len = 1;
    return lock;
}

bool setLock(int fd, short type, off_t byte)
{
    struct flock lock = lockOf(type, byte);
    return ::fcntl(fd, F_OFD_SETLK, &lock) == 0;
}

off_t byteOf(unsigned unit)
{
    return kFirstUnit + static_cast<off_t>(unit);
}

} // namespace

util::Result<ProcessorRecord> ProcessorRecord::open(const std::string& folder)
{
    const std::string path = folder + "/dbgrun." + std::to_string(::geteuid()) + ".processors";
    for (int i = 0; i < kOpenTries; ++i) {
        util::UniqueFd file(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
        struct stat ours, there;
        if (!file || ::fstat(file.get(), &ours) != 0)
            return util::fail(util::systemError(errno, "opening the record of processors " + path));
        if (!S_ISREG(ours.st_mode) || ours.st_uid != ::geteuid() || (ours.st_mode & 077) != 0)
            return util::fail(std::make_error_code(std::errc::operation_not_permitted),
                              path + " is not a file of ours alone");
        if (!setLock(file.get(), F_RDLCK, kPresence)) {
            if (errno != EAGAIN && errno != EACCES)
                return util::fail(util::systemError(errno, "locking the record of processors " + path));
            ::usleep(1000); // it is being removed
            continue;
        }
        if (::lstat(path.c_str(), &there) == 0 && there.st_ino == ours.st_ino && there.st_dev == ours.st_dev)
            return ProcessorRecord(path, std::move(file));
    }
    return util::fail(std::make_error_code(std::errc::resource_unavailable_try_again),
                      path + " is made and removed again all the time");
}

ProcessorRecord::~ProcessorRecord()
{
    if (m_file && setLock(m_file.get(), F_WRLCK, kPresence))
        ::unlink(m_path.c_str());
}

pmix::CpuSet ProcessorRecord::takenByOthers(const pmix::CpuSet& units) const
{
    pmix::CpuSet taken;
    std::ranges::copy_if(units, std::back_inserter(taken), [this](unsigned unit) {
        struct flock lock = lockOf(F_WRLCK, byteOf(unit));
        return ::fcntl(m_file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    });
    return taken;
}

bool ProcessorRecord::take(const pmix::CpuSet& units)
{
    for (auto unit = units.begin(); unit != units.end(); ++unit) {
        if (setLock(m_file.get(), F_WRLCK, byteOf(*unit)))
            continue;
        giveBack({units.begin(), unit});
        return false;
    }
    return true;
}

void ProcessorRecord::giveBack(const pmix::CpuSet& units)
{
    for (const unsigned unit : units)
        (void)setLock(m_file.get(), F_UNLCK, byteOf(unit));
}

} // namespace dbgr::launcher
