// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/pmix/known_differences.h"

#include <algorithm>

namespace dbgr::test {

namespace {

enum class Fails
{
    Always,
    Sometimes,
};

struct Line
{
    const char* program;
    const char* check;
    Launcher launcher;
    Libraries libraries;
    Fails fails;
};

constexpr Libraries kAll = Libraries(Library::DbgrPmix) | Library::LibPmix4 | Library::LibPmix5 | Library::LibPmix7;
constexpr Libraries kDbgrPmix = Library::DbgrPmix;
constexpr Libraries kLibPmix4 = Library::LibPmix4;
constexpr Libraries kLibPmix5 = Library::LibPmix5;
constexpr Libraries kLibPmix7 = Library::LibPmix7;

constexpr Line kLines[] = {
#define DBGR_PEER_DIFFERENCE(program, check, launcher, libraries, fails, why)                                          \
    {program, check, Launcher::launcher, libraries, Fails::fails},
#include "tests/contract/pmix/known_differences.inc"
#undef DBGR_PEER_DIFFERENCE
};

struct Flow
{
    const char* program;
    const char* variation;
    const char* lastCheck;
};

constexpr Flow kFlows[] = {
#define DBGR_PEER_FLOW(program, variation, lastCheck) {program, variation, lastCheck},
#include "tests/contract/pmix/flows.inc"
#undef DBGR_PEER_FLOW
};

} // namespace

KnownDifferences knownDifferences(const QString& program, Library library, Launcher launcher)
{
    KnownDifferences known;
    for (const Line& line : kLines) {
        if (line.program != program || line.launcher != launcher || !line.libraries.testFlag(library))
            continue;
        (line.fails == Fails::Always ? known.fail : known.mayFail).insert(QString(line.check));
    }
    return known;
}

QStringList endsOfFlows(const QString& program, Library library, Launcher launcher)
{
    const KnownDifferences known = knownDifferences(program, library, launcher);
    QStringList ends;
    for (const Flow& flow : kFlows) {
        const QString suffix = QString(" (%1)").arg(flow.variation);
        const auto isOfIt = [&](const QString& check) { return check.endsWith(suffix); };
        if (program == flow.program && std::none_of(known.fail.begin(), known.fail.end(), isOfIt) &&
            std::none_of(known.mayFail.begin(), known.mayFail.end(), isOfIt))
            ends << flow.lastCheck + suffix;
    }
    return ends;
}

} // namespace dbgr::test
