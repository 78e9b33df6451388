// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/contact_search.h"

#include "util/log.h"
#include "util/unique_fd.h"

#include <algorithm>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::pmix {

namespace {

struct CloseDirectory
{
    void operator()(DIR* directory) const { ::closedir(directory); }
};

/// One walk with its budget.
class Walk
{
public:
    Walk(const std::function<bool(std::string_view)>& wanted, const SearchLimits& limits,
         std::vector<UnusableContact>* unusable)
        : m_wanted(wanted), m_limits(limits), m_unusable(unusable)
    {}

    void enterRoot(const std::string& root)
    {
        util::UniqueFd fd(::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        struct stat info = {};
        if (!fd || ::fstat(fd.get(), &info) != 0)
            return;
        m_device = info.st_dev;
        list(std::move(fd), root, m_limits.depth);
    }

    std::vector<ServerContact> take()
    {
        std::ranges::sort(m_found, {}, &ServerContact::source);
        return std::move(m_found);
    }

private:
    bool exhausted() const { return m_entries >= m_limits.entries || m_found.size() >= m_limits.files; }

    /// Recursion is bounded by the depth limit.
    void list(util::UniqueFd fd, const std::string& path, int depthLeft)
    {
        const std::unique_ptr<DIR, CloseDirectory> directory(::fdopendir(fd.get()));
        if (!directory)
            return;
        (void)fd.release(); // the DIR owns it now
        while (!exhausted()) {
            const dirent* entry = ::readdir(directory.get());
            if (entry == nullptr)
                return;
            ++m_entries;
            const std::string name(entry->d_name);
            if (name != "." && name != "..")
                visit(::dirfd(directory.get()), name, path + "/" + name, depthLeft);
        }
    }

    void visit(int directoryFd, const std::string& name, const std::string& path, int depthLeft)
    {
        struct stat info = {};
        if (::fstatat(directoryFd, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return;
        if (S_ISREG(info.st_mode) && m_wanted(name)) {
            read(directoryFd, name, path);
            return;
        }
        const bool ours = info.st_uid == ::geteuid() || info.st_uid == 0;
        if (!S_ISDIR(info.st_mode) || depthLeft == 0 || !ours || info.st_dev != m_device)
            return;
        util::UniqueFd fd(::openat(directoryFd, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (fd)
            list(std::move(fd), path, depthLeft - 1);
    }

    void read(int directoryFd, const std::string& name, const std::string& path)
    {
        auto contact = readContactFileAt(directoryFd, name, path);
        if (contact) {
            m_found.push_back(*std::move(contact));
            return;
        }
        util::log::info("pmix", "contact file left out", {{"why", contact.error().message()}});
        if (m_unusable != nullptr && m_unusable->size() < m_limits.files)
            m_unusable->push_back(UnusableContact{path, std::move(contact).error()});
    }

    const std::function<bool(std::string_view)>& m_wanted;
    const SearchLimits m_limits;
    std::vector<UnusableContact>* const m_unusable;
    std::vector<ServerContact> m_found;
    std::size_t m_entries = 0;
    dev_t m_device = 0;
};

} // namespace

std::vector<ServerContact> searchContactFiles(const std::string& root,
                                              const std::function<bool(std::string_view name)>& wanted,
                                              const SearchLimits& limits, std::vector<UnusableContact>* unusable)
{
    Walk walk(wanted, limits, unusable);
    walk.enterRoot(root);
    return walk.take();
}

} // namespace dbgr::pmix
