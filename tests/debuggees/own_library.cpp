// SPDX-License-Identifier: GPL-3.0-or-later
// The library of own_data: libown1.so and libown2.so.

namespace OWN_LIBRARY {
thread_local int mine = 1000;
static __thread double halves[2] = {0.5, 1.5};
} // namespace OWN_LIBRARY

extern "C" void own_add(int who)
{
    OWN_LIBRARY::mine += who;
    OWN_LIBRARY::halves[0] += who; // adds
}
