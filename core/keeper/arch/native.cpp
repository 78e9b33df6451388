// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/arch/arch.h"

#if defined(__x86_64__)
#include "keeper/arch/x86_64/x86_64.h"

#include <cpuid.h>
#elif defined(__aarch64__)
#include "keeper/arch/aarch64/aarch64.h"

#include <sys/auxv.h>
#endif

namespace dbgr::keeper {

#if defined(__x86_64__)

namespace {

constexpr unsigned kStateLeaf = 0xd;

/// Where XSAVE writes a part; 0: this processor or kernel has none.
std::size_t offsetOfPart(unsigned part)
{
    constexpr unsigned kFeatureLeaf = 1;
    constexpr unsigned kKernelSavesState = 1U << 27;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(kFeatureLeaf, &a, &b, &c, &d) == 0 || (c & kKernelSavesState) == 0)
        return 0;
    if (__get_cpuid_count(kStateLeaf, 0, &a, &b, &c, &d) == 0 || (a & (1U << part)) == 0)
        return 0;
    return __get_cpuid_count(kStateLeaf, part, &a, &b, &c, &d) != 0 && a != 0 ? b : 0;
}

} // namespace

const Arch* nativeArch()
{
    constexpr unsigned kUpperYmm = 2;
    constexpr unsigned kMasks = 5;
    constexpr unsigned kUpperZmm = 6;
    constexpr unsigned kHigherZmm = 7;
    static const std::unique_ptr<Arch> arch = x86_64::make(
        {offsetOfPart(kUpperYmm), offsetOfPart(kMasks), offsetOfPart(kUpperZmm), offsetOfPart(kHigherZmm)});
    return arch.get();
}

#elif defined(__aarch64__)

const Arch* nativeArch()
{
    const unsigned long has = ::getauxval(AT_HWCAP);
    static const std::unique_ptr<Arch> arch = aarch64::make({(has & HWCAP_PACA) != 0, (has & HWCAP_SVE) != 0});
    return arch.get();
}

#else

const Arch* nativeArch()
{
    return nullptr;
}

#endif

} // namespace dbgr::keeper
