// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/kills.h"

#include "tests/support/batch/death_round.h"

#include <algorithm>
#include <cstdio>
#include <random>

namespace dbgr::test {

int soakKills(int rounds, unsigned seed, const QString& only)
{
    QList<Death> deaths = Death::all();
    deaths.removeIf([&](const Death& death) { return !death.toString().contains(only); });
    if (deaths.isEmpty()) {
        std::fprintf(stderr, "no pair is called that\n");
        return 1;
    }
    std::mt19937 random(seed);
    int bad = 0;
    int missed = 0;
    for (int round = 0; round < rounds; ++round) {
        if (round % deaths.size() == 0) // each once before one comes again
            std::shuffle(deaths.begin(), deaths.end(), random);
        const Death& death = deaths[round % deaths.size()];
        DeathRound one(death, random());
        const QByteArray wrong = one.run();
        missed += one.killed() ? 0 : 1;
        bad += wrong.isEmpty() ? 0 : 1;
        std::printf("%d: %s: %s%s\n", round + 1, qPrintable(death.toString()), wrong.isEmpty() ? "well" : "BAD",
                    one.killed() ? "" : " (nobody was there)");
        std::fflush(stdout);
        if (!wrong.isEmpty())
            std::fprintf(stderr, "%s\n", wrong.constData());
    }
    std::printf("%d rounds, %d bad; in %d nobody was there to be killed\n", rounds, bad, missed);
    return bad;
}

} // namespace dbgr::test
