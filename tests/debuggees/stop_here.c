// SPDX-License-Identifier: GPL-3.0-or-later
// Stops the program that calls it: of x86-64.
void stop_here(void)
{
#if defined(__x86_64__)
    __asm__ volatile("int3");
#endif
}
