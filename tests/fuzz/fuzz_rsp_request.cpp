// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a debugger's connection brings, one packet a line, to a rank that a scripted tracer plays.
#include "keeper/stub/conversation.h"
#include "rsp/splitter.h"
#include "tests/support/dbgdaemon/fake_memory.h"
#include "tests/support/keeper/fake_tracer.h"

#include <cstddef>
#include <cstdint>

using namespace dbgr;
using namespace dbgr::keeper;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const std::unique_ptr<Arch> arch = x86_64::make({576, 1088, 1152, 1664});
    static TextLedger ledger = TextLedger::create().value();
    test::FakeTracer tracer;
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
    Conversation asked(process, [](const std::string&) {});
    conversation = &asked;
    static_cast<void>(process.seize());

    std::string_view rest(reinterpret_cast<const char*>(data), size);
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        asked.onRequest(line);
        for (const Tid thread : process.threads())
            process.onNews({thread, TraceNews::Kind::Interrupted, 0, 0});
    }
    return 0;
}
