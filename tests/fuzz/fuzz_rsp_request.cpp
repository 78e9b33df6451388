// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a debugger's connection brings, one packet a line, to a rank that a scripted tracer plays.
#include "keeper/arch/aarch64/aarch64.h"
#include "keeper/stub/conversation.h"
#include "rsp/splitter.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/keeper/fake_tracer.h"
#include "tests/support/net/manual_scheduler.h"

#include <cstddef>
#include <cstdint>

using namespace dbgr;
using namespace dbgr::keeper;

namespace {

void play(const std::shared_ptr<const Arch>& arch, std::string_view rest)
{
    static TextLedger ledger = TextLedger::create().value();
    test::FakeTracer tracer(arch);
    tracer.present = {Tid(1), Tid(2)};
    Conversation* conversation = nullptr;
    Process::Listener listener;
    listener.onStopped = [&] { conversation->onStopped(); };
    listener.onEnded = [&](RankEnd) { conversation->onEnded(); };
    listener.onReleased = [] {};
    listener.onOffspring = [](const Offspring&) {};
    listener.onThread = listener.onThreadGone = [](Tid) {};
    auto text = std::make_shared<test::FakeText>();
    Process process(util::Pid(1), tracer, *arch, ledger, std::make_unique<test::FakeMemory>(text), listener);
    LinkMapReader reader(std::make_unique<test::FakeMemory>(text),
                         {[] { return std::string(); }, [](RemoteAddress) { return std::string(); }});
    LoaderWatch loader([] { return LoaderWish{}; }, std::move(reader), std::make_shared<BarrenLibraries>());
    test::ManualScheduler scheduler;
    StandWish wish = 0;
    Conversation asked(
        process, {std::move(loader), {scheduler, [&wish] { return wish; }}, ConditionWatch(ConditionWishes()), nullptr},
        [](const std::string&) {});
    conversation = &asked;
    static_cast<void>(process.seize());

    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (line.starts_with('#')) { // no request: what the engine wishes
            wish = static_cast<StandWish>(line.size() - 1);
            asked.obeyWish();
        }
        asked.onRequest(line);
        for (const Tid thread : process.threads())
            process.onNews({thread, TraceNews::Kind::Interrupted, 0, 0});
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::shared_ptr<const Arch> processors[] = {x86_64::make({576, 1088, 1152, 1664}),
                                                             aarch64::make({true, true})};
    for (const auto& arch : processors)
        play(arch, {reinterpret_cast<const char*>(data), size});
    return 0;
}
