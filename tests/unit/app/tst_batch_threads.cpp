// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt says which thread of the leading rank is meant, once one was selected there.
#include "tests/support/run/test_class.h"
#include "tests/unit/app/batch_fixture.h"

#include <QtTest>

namespace tst_batch_threads {

using namespace dbgr;
using namespace dbgr::app;
using namespace dbgr::test;
using Kind = BatchFixture::Kind;

namespace {

/// Ranks with two threads, of which the engine says that `leading` leads.
struct Prompts
{
    Prompts()
    {
        f.bringUp();
        f.backend->answersQuery = [this](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            if (const auto* const select = std::get_if<debug::SelectThread>(&command.request))
                leading = std::get<debug::ThreadIndex>(select->thread).value;
            else if (!std::holds_alternative<debug::GetThreads>(command.request))
                return std::nullopt;
            ++asked;
            debug::ThreadsReply threads;
            command.ranks.forEach([&](util::Rank rank) {
                debug::ThreadInfo first{util::ThreadId(70), 1, "main", {}, leading == 1};
                debug::ThreadInfo second{util::ThreadId(71), 2, "worker", {}, leading == 2};
                threads.ranks.push_back({rank, f.session.processes().at(rank).stopId, {first, second}});
            });
            return debug::EngineReply{std::move(threads), {}};
        };
    }
    /// \return the prompt behind it
    std::string type(const std::string& line)
    {
        typed->type(line);
        f.run();
        return typed->prompts.back();
    }
    /// Lets all ranks run, and stop.
    std::string goOn(std::uint32_t then)
    {
        typed->type("continue");
        f.run();
        leading = then;
        f.backend->stop(ranks("0-3"), breakpointHit(1));
        f.run();
        f.scheduler.advance(std::chrono::seconds(1));
        f.run();
        return typed->prompts.back();
    }

    TypedSource* typed = new TypedSource;
    BatchFixture f{typed, Kind::Text};
    std::uint32_t leading = 1;
    int asked = 0;
};

} // namespace

class TestBatchThreads : public QObject
{
    Q_OBJECT

private slots:
    void itIsNamedFromTheSelectionOn()
    {
        Prompts p;
        QCOMPARE(p.typed->prompts.back(), std::string("(dbgr 0-3) "));
        QCOMPARE(p.type("ranks"), std::string("(dbgr 0-3) "));
        QCOMPARE(p.asked, 0); // nobody wants to know
        QCOMPARE(p.type("thread 2"), std::string("(dbgr 0-3 thread 2) "));
        const int asked = p.asked;
        QCOMPARE(p.type("ranks"), std::string("(dbgr 0-3 thread 2) "));
        QCOMPARE(p.asked, asked); // it cannot be another one
        QCOMPARE(p.type("thread 1"), std::string("(dbgr 0-3 thread 1) "));
    }

    void aStopMayBeOfAnotherOne()
    {
        Prompts p;
        static_cast<void>(p.type("thread 2"));
        QCOMPARE(p.goOn(2), std::string("(dbgr 0-3 thread 2) "));
        QCOMPARE(p.goOn(1), std::string("(dbgr 0-3 thread 1) "));
    }

    void itIsThatOfTheLeadingRank()
    {
        Prompts p;
        static_cast<void>(p.type("focus 1"));
        QCOMPARE(p.type("thread 2"), std::string("(dbgr 1 thread 2) "));
        QCOMPARE(p.type("focus 0"), std::string("(dbgr 0) ")); // there none was selected
        QCOMPARE(p.type("focus 1"), std::string("(dbgr 1 thread 2) "));
    }

    void nobodyKnowsWhereTheEngineDoesNotSay()
    {
        Prompts p;
        static_cast<void>(p.type("thread 2"));
        p.f.backend->answersQuery = [](const debug::EngineCommand& command) -> std::optional<debug::EngineReply> {
            return debug::EngineReply{
                debug::ThreadsReply{},
                {{command.ranks, util::Error{std::make_error_code(std::errc::io_error), "", {}}}}};
        };
        QCOMPARE(p.goOn(1), std::string("(dbgr 0-3) "));
    }
};

DBGR_TEST(TestBatchThreads, QCoreApplication);

} // namespace tst_batch_threads

#include "tst_batch_threads.moc"
