// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/engine_host.h"

#include "dbgdaemon/engine/process/handover.h"
#include "dbgdaemon/engine/process/wire_events.h"
#include "util/log.h"

#include <unistd.h>
#include <utility>

namespace dbgr::daemon {

EngineHost::EngineHost(net::EventLoop& loop, Inherited inherited, Engine& engine, SampleReader reader)
    : m_loop(loop), m_stream(std::move(inherited.stream)), m_handover(std::move(inherited.handover)),
      m_samples(std::move(inherited.samples)), m_memory(std::make_shared<MemoryLine>(std::move(inherited.memory))),
      m_wishes(std::move(inherited.wishes)), m_engine(engine), m_reader(std::move(reader))
{}

void EngineHost::start(std::function<void()> ended)
{
    m_ended = std::move(ended);
    m_engine.start({[this](EngineEvent event) { m_channel->sendEvent(toDaemonEvent(std::move(event))); },
                    [this](util::RequestId id, debug::EngineReply reply) {
                        if (auto asked = m_asked.extract(id))
                            asked.mapped()(std::move(reply));
                    }});
    dbgwire::Hello hello;
    hello.program = "dbgd-engine " DBGR_VERSION;
    hello.pid = util::Pid(::getpid());
    dbgwire::Channel::Handlers handlers;
    handlers.onAttach = [this](const debug::AttachOrder& order) { attach(order); };
    hello.features.emplace_back(dbgwire::kCancelFeature);
    handlers.onCancel = [this](util::RequestId id) { m_engine.cancel(id); };
    handlers.onRequest = [this](util::RequestId id, debug::EngineCommand command, dbgwire::Channel::Respond respond) {
        if (const auto* const sample = std::get_if<debug::Sample>(&command.request))
            return readSamples(command.ranks, *sample, std::move(respond));
        m_asked.emplace(id, std::move(respond));
        m_engine.submit(id, std::move(command));
    };
    handlers.onClosed = [this](const util::Result<void>&) { end(); };
    // They come while nothing else is asked: the socket does not hold many.
    m_samplesCome = m_loop.watch(m_samples.socket(), net::Interest::Read, [this] { takeSamples(); });
    m_channel = std::make_unique<dbgwire::Channel>(m_loop, std::move(m_stream), std::move(hello), std::move(handlers));
}

void EngineHost::attach(const debug::AttachOrder& order)
{
    auto targets = takeOver(m_handover.get(), order);
    if (!targets) {
        util::log::error("engine", targets.error().message());
        return end(); // we cannot know which ones we have
    }
    for (AttachTarget& target : *targets) {
        target.wantStand = m_wishes.standSayer(target.slot);
        target.watchLoads = [say = m_wishes.loaderSayer(target.slot)](std::optional<std::uint32_t> about) {
            say({about ? keeper::LoaderStops::OfNews : keeper::LoaderStops::None, about.value_or(0)});
        };
        target.trapFloats = m_wishes.floatTrapSayer(target.slot);
        const auto conditions = m_wishes.conditions(target.slot);
        target.judgeAt = [conditions](std::span<const bytecode::JudgedPlace> places) { conditions.say(places); };
        target.mayJudge = [conditions](bool may) { conditions.putInForce(may); };
        target.hitCounts = conditions.counts();
        target.traceNotes = conditions.notes();
        target.catchCalls = [calls = m_wishes.calls(target.slot)](const auto& numbers) { calls.say(numbers); };
        target.signalsGot = [counts = m_wishes.signalCounts(target.slot)](int signal) { return counts.take(signal); };
        target.readMemory = [line = m_memory, slot = target.slot](util::RemoteAddress address,
                                                                  std::span<std::byte> out) {
            return line->read(slot, address, out);
        };
        target.watchSlowly = [watches = m_wishes.watches(target.slot)](auto areas) { watches.say(areas); };
    }
    m_engine.attach(*std::move(targets));
}

void EngineHost::takeSamples()
{
    const auto taken = m_samples.receive();
    if (taken)
        return;
    m_samplesCome.cancel();
    if (taken.error().code != std::errc::connection_reset) // dbgd is gone, which the stream tells
        util::log::error("engine", taken.error().message());
}

void EngineHost::readSamples(const util::RankSet& ranks, const debug::Sample& how, dbgwire::Channel::Respond respond)
{
    takeSamples(); // those of this request have been sent, but perhaps not been taken
    auto samples = std::make_shared<std::vector<RankSample>>(m_samples.take(ranks));
    m_reader.thread.post([this, &loop = m_loop, how, samples, read = m_reader.read, respond = std::move(respond)] {
        loop.post([this, made = read(how, *samples), respond] {
            for (const debug::RankWarning& warning : made.warnings)
                m_channel->sendEvent(warning);
            respond(made.reply);
        });
    });
}

void EngineHost::end()
{
    if (const auto ended = std::exchange(m_ended, nullptr))
        ended();
}

} // namespace dbgr::daemon
