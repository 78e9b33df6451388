// SPDX-License-Identifier: BSD-3-Clause
// RankValues: data that is looked at in several stops.
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_values.h"
#include "debug/debug_error.h"
#include "values/values_error.h"

#include <utility>

namespace dbgr::daemon {

namespace {

tl::unexpected<util::Error> noPlace(const std::string& expression, const std::string& why)
{
    return util::fail(debug::Errc::NoSuchPlace, "'" + expression + "' cannot be watched: " + why);
}

} // namespace

util::Result<KeptPlace> RankValues::keep(const ShownFrame& frame, values::Address code, const std::string& expression)
{
    const bool here = frame.isValid();
    const values::FrameRef ref = here ? refOf(frame) : values::FrameRef{};
    KeptPlace kept;
    kept.language = here ? m_reader.language(ref) : m_reader.languageAt(code);
    const auto tree = parsed(expression, kept.language);
    if (!tree)
        return noPlace(expression, tree.error().message());
    const auto answer = here ? m_reader.evaluate(ref, *tree) : m_reader.evaluateAt(code, *tree);
    if (!answer)
        return noPlace(expression, answer.error().message());
    const auto* const found = std::get_if<values::Value>(&*answer);
    if (!found)
        return noPlace(expression, "it is computed, and has no memory of its own; watch the variables in it");
    values::ValueReader& reader = m_reader.values();
    auto settled = reader.settled(*found);
    if (!settled)
        return noPlace(expression, settled.error().message());
    if (values::StopMemory::isMadeUp(settled->address) ||
        (settled->array && values::StopMemory::isMadeUp(settled->array->base)))
        return noPlace(expression, "the compiler keeps it in no memory here, but in a register or nowhere");
    const auto bytes = reader.bytesOf(*settled);
    if (!bytes)
        return noPlace(expression, bytes.error().message());
    kept.value = *std::move(settled);
    kept.bytes = *bytes;
    if (kept.value.array)
        kept.value.address = kept.value.array->base;
    if (kept.value.file)
        kept.inFile = kept.value.file->module().begin;
    kept.value.file = nullptr;
    kept.value.place = nullptr;
    kept.value.variable.reset();
    return kept;
}

debug::ValueGroup RankValues::look(const KeptPlace& kept)
{
    values::Value value = kept.value;
    if (kept.inFile)
        value.file = m_reader.files().at(*kept.inFile);
    if (kept.inFile && !value.file)
        return {{}, "", "", "the library that it is of is no longer there"};
    return groupOf(value, kept.language, kAsked);
}

} // namespace dbgr::daemon
