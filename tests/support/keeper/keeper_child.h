// SPDX-License-Identifier: GPL-3.0-or-later
// What dbgd gives to a keeper that it starts, for tests that do it by hand. Thread: the test's.
#pragma once

#include "keeper/control/messages.h"
#include "keeper/stub/wishes.h"

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::test {

/// In a child that is about to become dbgd-keeper.
inline void giveKeeper(int control, const keeper::Wishes& wishes)
{
    int parked[] = {control, wishes.file(), wishes.bell()}; // in the order of their numbers
    for (int& fd : parked)
        fd = ::fcntl(fd, F_DUPFD, keeper::kBellFd + 1);
    int number = keeper::kControlFd;
    for (const int fd : parked) {
        ::dup2(fd, number++);
        ::close(fd);
    }
}

} // namespace dbgr::test
