// SPDX-License-Identifier: BSD-3-Clause
#include "net/pty.h"

#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <termios.h>

namespace dbgr::net {

util::Result<Pty> openPty()
{
    Pty pty;
    pty.ours.reset(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
    char name[64];
    if (!pty.ours || ::grantpt(pty.ours.get()) != 0 || ::unlockpt(pty.ours.get()) != 0 ||
        ::ptsname_r(pty.ours.get(), name, sizeof name) != 0)
        return util::fail(util::systemError(errno, "making a pseudo terminal"));
    pty.childs.reset(::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC));
    termios settings;
    if (!pty.childs || ::tcgetattr(pty.childs.get(), &settings) != 0)
        return util::fail(util::systemError(errno, "opening the pseudo terminal " + std::string(name)));
    settings.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL);
    settings.c_oflag &= ~static_cast<tcflag_t>(OPOST);
    if (::tcsetattr(pty.childs.get(), TCSANOW, &settings) != 0)
        return util::fail(util::systemError(errno, "setting up the pseudo terminal " + std::string(name)));
    return pty;
}

} // namespace dbgr::net
