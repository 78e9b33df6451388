// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's threads that are sampled, some of them in system calls. Thread: the test's.
#pragma once

#include "tests/support/keeper/process_rig.h"

#include <cstring>

namespace dbgr::test {

using x86_64::General;

inline constexpr std::uint64_t kCall = 4; // where the text has the instruction
inline constexpr std::uint32_t kEpollWait = 232;
inline constexpr std::uint32_t kSleep = 35;
inline constexpr std::int64_t kInterrupted = -4;
inline constexpr std::int64_t kRestart = -514;
inline constexpr std::int64_t kRestartByBlock = -516;

class SampledRig : public Rig
{
public:
    explicit SampledRig(std::vector<std::uint64_t> threads = {1, 2}) : Rig(std::move(threads))
    {
        text->bytes.replace(kCall, 2, "\x0f\x05");
        for (const auto& [id, thread] : tracer.threads)
            set(id.value(), General::Rax, 0);
    }
    void run()
    {
        process.resume({}, kRun);
        static_cast<void>(done());
    }
    /// It is told as "sampled 1 2 3D;", with the states of threads, "-" behind those that have no registers.
    void sample()
    {
        process.sample([this](util::Result<util::RankSnapshot> result) {
            if (!result) {
                said += "failed: " + result.error().message() + "; ";
                return;
            }
            said += result->stood ? "stood" : "sampled";
            for (const util::ThreadSnapshot& thread : result->threads) {
                said += " " + std::to_string(thread.id.value());
                said += thread.registers.empty() ? "-" : "";
                said += thread.state == 0 ? "" : std::string(1, thread.state);
            }
            said += "; ";
            last = *std::move(result);
        });
    }
    void set(std::uint64_t thread, General at, std::uint64_t value)
    {
        std::memcpy(tracer.threads[Tid(thread)].general.data() + static_cast<std::size_t>(at) * 8, &value, 8);
    }
    std::int64_t result(std::uint64_t thread) { return arch->callResult(tracer.threads[Tid(thread)].general); }
    /// It is in that call, or leaves it.
    void inCall(std::uint64_t thread, std::uint32_t number, std::int64_t value, std::uint64_t limit = ~std::uint64_t{0})
    {
        tracer.setPc(thread, kCall + 2);
        set(thread, General::OrigRax, number);
        set(thread, General::Rax, static_cast<std::uint64_t>(value));
        set(thread, General::R10, limit);
    }

    util::RankSnapshot last;
};

} // namespace dbgr::test
