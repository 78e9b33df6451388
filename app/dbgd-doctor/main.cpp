// SPDX-License-Identifier: GPL-3.0-or-later
// dbgd-doctor: looks at the node that it runs on, for `dbgr doctor NODE`. It needs no LLDB, to be able to say that
// there is none.
#include "app/doctor/node_checks.h"
#include "app/doctor/node_report.h"
#include "util/build_facts.h"
#include "util/string_util.h"

#include <cstdio>
#include <string_view>

namespace {

using namespace dbgr;

constexpr int kUsageError = 2;
constexpr const char* kHelp =
    "usage: dbgd-doctor [--expect VERSION] [--sources ID] [--call ADDRESS:PORT,...]\n"
    "\n"
    "Looks at the node that it runs on, as far as dbgr's daemon depends on it, and prints what it finds as JSON, one\n"
    "object a line. 'dbgr doctor NODE' starts it there.\n"
    "\n"
    "  --expect VERSION  what dbgr's other programs should be of (default: this one's)\n"
    "  --sources ID      what they should be made of (default: what this one is)\n"
    "  --call ADDRESS:PORT,...\n"
    "                    look whether these can be connected to\n"
    "  --version         prints the version\n"
    "  --help            prints this\n";

} // namespace

int main(int argc, char** argv)
{
    doctor::Expected expected{doctor::ownVersion(), util::sourceId()};
    std::vector<net::Address> front;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--version" || word == "--help") {
            std::fputs(word == "--help" ? kHelp : "dbgd-doctor " DBGR_VERSION "\n", stdout);
            return 0;
        }
        if (i + 1 < argc && word == "--expect") {
            expected.version = argv[++i];
        } else if (i + 1 < argc && word == "--sources") {
            expected.sources = argv[++i];
        } else if (i + 1 < argc && word == "--call") {
            for (const std::string_view text : util::split(argv[++i], ','))
                if (const auto address = net::Address::parse(text))
                    front.push_back(*address);
        } else {
            std::fputs(kHelp, stderr);
            return kUsageError;
        }
    }
    std::fputs(doctor::toLines(doctor::checkNode(doctor::collectNodeFacts(front), expected)).c_str(), stdout);
    return 0;
}
