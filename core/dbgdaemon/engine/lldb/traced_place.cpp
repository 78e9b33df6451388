// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/traced_place.h"

#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_values.h"
#include "values/noted_thread.h"
#include "values/parts/checked_text.h"
#include "values/reader.h"

#include <string>
#include <utility>

namespace dbgr::daemon {

std::shared_ptr<const TracedPlace> TracedPlace::of(std::shared_ptr<RankModules> modules, values::Address place,
                                                   const debug::BreakpointSpec& spec)
{
    ImaginedMemory memory;
    values::Reader reader(modules->files(), memory);
    ImaginedFrame imagined(place);
    const values::FrameRef here{&imagined, values::kInnermostFrame};
    TracedPlace made;
    made.m_id = spec.id;
    made.m_place = place;
    made.m_language = reader.language(here);
    for (const std::string& expression : spec.traced) {
        auto tree = parsed(expression, made.m_language);
        auto program = tree ? reader.compiledToShow(here, *tree, kAsked.text) : util::Result<std::vector<std::byte>>();
        if (!program || program->empty())
            return nullptr;
        made.m_expressions.push_back(*std::move(tree));
        made.m_programs.push_back(*std::move(program));
    }
    if (const auto address = reader.compiledFrameAddress(here))
        made.m_frameAddress = bytecode::Program::read(*address);
    made.m_names = std::make_shared<values::OuterNames>(*modules->files());
    made.m_modules = std::move(modules);
    return std::shared_ptr<const TracedPlace>(new TracedPlace(std::move(made)));
}

std::vector<debug::TracedValue> TracedPlace::read(const bytecode::TraceNote& note) const
{
    values::NotedThread thread(note, m_place, m_frameAddress);
    values::Reader reader(m_modules->files(), thread.memory(), m_names);
    const values::FrameRef here{&thread.frame(), values::kInnermostFrame};
    std::vector<debug::TracedValue> result;
    for (const values::Tree& expression : m_expressions) {
        const auto answer = reader.evaluate(here, expression);
        auto text = answer ? values::checkedText(reader.values(), *answer, m_language, kAsked.text)
                           : util::Result<std::string>(util::fail(answer.error()));
        if (thread.hasMissed())
            result.push_back({"", "not all of it was read when the rank came by"});
        else if (text)
            result.push_back({*std::move(text), ""});
        else
            result.push_back({"", text.error().message()});
    }
    return result;
}

} // namespace dbgr::daemon
