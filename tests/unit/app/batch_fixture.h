// SPDX-License-Identifier: GPL-3.0-or-later
// A batch over a job without processes, with time that the test moves. Thread: the test's.
#pragma once

#include "app/dbgr/batch.h"
#include "app/dbgr/json_printer.h"
#include "app/dbgr/text_printer.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/support/session/builders.h"
#include "tests/support/session/fake_backend.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

/// Gives lines when the test says so, as a person does.
class TypedSource final : public app::CommandSource
{
public:
    void next(const std::string& prompt, Taker taker) override
    {
        prompts.push_back(prompt);
        m_taker = std::move(taker);
    }
    [[nodiscard]] bool interactive() const override { return true; }
    [[nodiscard]] bool waits() const { return static_cast<bool>(m_taker); }
    void type(const std::string& line) { std::exchange(m_taker, nullptr)(app::ScriptLine{line, ""}); }
    void end() { std::exchange(m_taker, nullptr)(std::nullopt); }

    std::vector<std::string> prompts;

private:
    Taker m_taker;
};

struct BatchFixture
{
    enum class Kind
    {
        Json,
        Text
    };

    explicit BatchFixture(std::vector<std::string> commands, Kind kind = Kind::Json, app::BatchOptions options = {})
        : BatchFixture(kind, options, scriptOf(scheduler, std::move(commands)))
    {}
    BatchFixture(TypedSource* typed, Kind kind) : BatchFixture(kind, {}, std::unique_ptr<app::CommandSource>(typed)) {}

    void start()
    {
        batch.start(app::JobSpec(launchSpec()), [this](int status) { exitStatus = status; });
        run();
    }
    /// To where commands begin, or have begun.
    void bringUp(std::uint32_t size = 4)
    {
        start();
        backend->bringUp(size);
        run();
    }
    void run() { scheduler.runUntilIdle(); }

    /// The lines written since the last call.
    std::string takeOutput() { return std::exchange(output, ""); }

    ManualScheduler scheduler;
    FakeBackend* backend = new FakeBackend(scheduler);                                      // the session's
    session::Session session{scheduler, std::unique_ptr<session::Backend>(backend), false}; // tests count commands
    app::SourceFiles sources;
    std::string output;
    std::unique_ptr<app::CommandSource> source;
    std::unique_ptr<app::Printer> printer;
    app::Batch batch;
    std::optional<int> exitStatus;

private:
    BatchFixture(Kind kind, app::BatchOptions options, std::unique_ptr<app::CommandSource> commands)
        : source(std::move(commands)), printer(printerOf(kind)),
          batch({scheduler, session, *source, *printer, sources}, options)
    {}

    static std::unique_ptr<app::CommandSource> scriptOf(util::Executor& executor, std::vector<std::string> commands)
    {
        std::vector<app::ScriptLine> lines;
        for (std::string& command : commands)
            lines.push_back({std::move(command), "test.dbgr:" + std::to_string(lines.size() + 1)});
        return std::make_unique<app::ListSource>(executor, std::move(lines));
    }
    std::unique_ptr<app::Printer> printerOf(Kind kind)
    {
        const app::Writer writer = [this](std::string_view lines) { output += lines; };
        if (kind == Kind::Json)
            return std::make_unique<app::JsonPrinter>(writer);
        return std::make_unique<app::TextPrinter>(writer, writer, sources, app::Style(false));
    }
};

} // namespace dbgr::test
