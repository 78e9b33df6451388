// SPDX-License-Identifier: GPL-3.0-or-later
// Ends with the status that its argument says, or by that signal when the argument is negative (-15: SIGTERM).

#include <csignal>
#include <cstdlib>

int main(int argc, char** argv)
{
    const int status = argc > 1 ? static_cast<int>(std::strtol(argv[1], nullptr, 10)) : 0;
    if (status < 0)
        std::raise(-status);
    return status;
}
