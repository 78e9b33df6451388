// SPDX-License-Identifier: GPL-3.0-or-later
// start_keeper KEEPER: becomes dbgd-keeper with all that dbgd hands down to it but the control socket, which is there
// already. So session.py need not know how that memory is laid out.
#include "keeper/control/messages.h"
#include "keeper/stub/wishes.h"

#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    const auto wishes = dbgr::keeper::Wishes::create();
    if (argc != 2 || !wishes)
        return 2;
    // First out of the way of the numbers that they get.
    const int file = ::fcntl(wishes->file(), F_DUPFD_CLOEXEC, 10);
    const int bell = ::fcntl(wishes->bell(), F_DUPFD_CLOEXEC, 10);
    if (::dup2(file, dbgr::keeper::kWishesFd) < 0 || ::dup2(bell, dbgr::keeper::kBellFd) < 0)
        return 2;
    ::execl(argv[1], argv[1], static_cast<char*>(nullptr));
    std::perror(argv[1]);
    return 127;
}
