// SPDX-License-Identifier: BSD-3-Clause
#include "values/reader.h"

#include "values/compile/compiler.h"
#include "values/expr/loading.h"
#include "values/expr/objects.h"

#include <dwarf.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace dbgr::values {

namespace {

/// The names that a frame sees.
class FrameNames : public Names
{
public:
    FrameNames(Lookup& lookup, const FrameRef& frame) : m_lookup(lookup), m_frame(frame) {}

    util::Result<Value> find(std::string_view name) override { return m_lookup.find(m_frame, name); }
    util::Result<Value> findIn(std::string_view module, std::string_view name) override
    {
        return m_lookup.findIn(module, name);
    }
    bool isModule(std::string_view name) override { return m_lookup.isModule(name); }
    util::Result<Value> findQualified(const std::vector<std::string>& parts) override
    {
        return m_lookup.findQualified(m_frame, parts);
    }
    util::Result<NamedType> type(const std::vector<std::string>& parts) override
    {
        DBGR_TRY(const Entity found, m_lookup.type(m_frame, parts));
        return NamedType{found.file->debug().types().of(found.die), found.file};
    }

protected:
    Lookup& m_lookup;
    const FrameRef& m_frame;
};

/// Those that a procedure sees and does not declare.
class OuterFrameNames final : public FrameNames
{
public:
    using FrameNames::FrameNames;

    util::Result<Value> find(std::string_view name) override
    {
        if (m_lookup.isOfProcedure(m_frame, name))
            return util::fail(Errc::NoSuchName, "each call has its own " + std::string(name));
        auto found = FrameNames::find(name);
        const bool isUnknown =
            !found && (found.error().code == Errc::NoSuchName || found.error().code == Errc::NotOurs);
        if (isUnknown || (found && found->variable))
            return found;
        return util::fail(Errc::NoSuchName, "each object has its own " + std::string(name));
    }
};

/// Where an inlined function begins, debuggers disagree whether it has been entered.
bool isBeginOfInlined(const LoadedFiles& files, Address pc)
{
    const LoadedFile* const file = files.at(pc);
    const FileAddress at = file ? file->module().inFile(pc) : FileAddress{};
    for (const Scope* scope = file ? file->debug().scopeAt(at) : nullptr; scope; scope = scope->up) {
        const auto begins = [&](const Scope::Range& range) { return range.first == at; };
        if (scope->tag == DW_TAG_inlined_subroutine && std::ranges::any_of(scope->code, begins))
            return true;
    }
    return false;
}

/// Within another procedure, whose frame is looked for with each name.
bool isContained(const LoadedFiles& files, Address pc)
{
    const LoadedFile* const file = files.at(pc);
    unsigned procedures = 0;
    for (const Scope* scope = file ? file->debug().scopeAt(file->module().inFile(pc)) : nullptr; scope;
         scope = scope->up)
        procedures += scope->tag == DW_TAG_subprogram ? 1 : 0;
    return procedures > 1;
}

} // namespace

Reader::Reader(std::shared_ptr<const LoadedFiles> files, Memory& memory, std::shared_ptr<OuterNames> names)
    : m_memory(memory), m_files(std::move(files)), m_values(m_memory, *m_files),
      m_lookup(*m_files, m_values, std::move(names))
{}

Reader::Reader(DebugFileStore& store, ModuleMap& modules, Memory& memory)
    : Reader(std::make_shared<const LoadedFiles>(store, modules), memory)
{}

Language Reader::language(const FrameRef& frame)
{
    return m_lookup.language(frame);
}

util::Result<std::vector<Value>> Reader::variables(const FrameRef& frame)
{
    return m_lookup.variables(frame);
}

util::Result<Answer> Reader::evaluate(const FrameRef& frame, const Tree& expression)
{
    FrameNames names(m_lookup, frame);
    return Evaluator(names, m_values, m_lookup.language(frame)).run(expression);
}

util::Result<Answer> Reader::evaluateAt(Address code, const Tree& expression)
{
    CodeFrame* const place = &m_places.emplace_front(code); // values keep it
    const FrameRef frame{place, kInnermostFrame};
    OuterFrameNames names(m_lookup, frame);
    return Evaluator(names, m_values, expression.language()).run(expression);
}

util::Result<NamedType> Reader::type(const FrameRef& frame, const std::vector<std::string>& parts)
{
    return FrameNames(m_lookup, frame).type(parts);
}

util::Result<Writes> Reader::assign(const FrameRef& frame, const Tree& target, const Tree& value)
{
    DBGR_TRY(const Answer place, evaluate(frame, target));
    DBGR_TRY(const Answer content, valueFor(frame, place, value));
    DBGR_TRY(const Writes writes, planAssignment(m_values, place, content));
    return write(m_memory, writes);
}

util::Result<ReturnValue> Reader::returnValue(const FrameRef& frame, const Tree& value)
{
    DBGR_TRY(const Value result, m_lookup.resultOf(frame));
    DBGR_TRY(const Answer content, valueFor(frame, result, value));
    return values::returnValue(m_values, result, content);
}

util::Result<Answer> Reader::valueFor(const FrameRef& frame, const Answer& target, const Tree& value)
{
    auto content = evaluate(frame, value);
    if (content)
        return content;
    if (const std::optional<Number> enumerator = enumeratorFor(m_values, target, value))
        return *enumerator;
    return content;
}

util::Result<void> Reader::check(const FrameRef& frame, const Tree& condition)
{
    DBGR_TRY(Answer answer, evaluateAll(frame, condition));
    DBGR_TRY(singleNumber(m_values, std::move(answer)));
    return util::ok();
}

util::Result<void> Reader::checkValue(const FrameRef& frame, const Tree& expression)
{
    DBGR_TRY(evaluateAll(frame, expression));
    return util::ok();
}

util::Result<Answer> Reader::evaluateAll(const FrameRef& frame, const Tree& expression)
{
    FrameNames names(m_lookup, frame);
    return Evaluator(names, m_values, m_lookup.language(frame), Evaluator::Operands::All).run(expression);
}

util::Result<std::vector<std::byte>> Reader::compiled(const FrameRef& frame, const Tree& condition)
{
    if (!frame.physical || isBeginOfInlined(*m_files, frame.physical->pc()))
        return noCode("a condition at such a place");
    FrameNames names(m_lookup, frame);
    return Compiler(names, m_values, *frame.physical, m_lookup.language(frame)).run(condition);
}

util::Result<std::vector<std::byte>> Reader::compiledToShow(const FrameRef& frame, const Tree& expression,
                                                            const TextLimits& limits)
{
    const bool isPlain = frame.physical && !isBeginOfInlined(*m_files, frame.physical->pc()) &&
                         !isContained(*m_files, frame.physical->pc());
    if (!isPlain)
        return noCode("what is shown at such a place");
    FrameNames names(m_lookup, frame);
    return Compiler(names, m_values, *frame.physical, m_lookup.language(frame)).runToShow(expression, limits);
}

util::Result<std::vector<std::byte>> Reader::compiledFrameAddress(const FrameRef& frame)
{
    const LoadedFile* const file = frame.physical ? m_files->at(frame.physical->pc()) : nullptr;
    if (!file)
        return noCode("a frame at such a place");
    FrameNames names(m_lookup, frame);
    return Compiler(names, m_values, *frame.physical, m_lookup.language(frame)).runToFrame(*file, *frame.physical);
}

util::Result<bool> Reader::isTrue(const FrameRef& frame, const Tree& condition)
{
    DBGR_TRY(Answer answer, evaluate(frame, condition));
    DBGR_TRY(answer, Objects(m_values).asTruth(std::move(answer)));
    DBGR_TRY(const Number number, singleNumber(m_values, std::move(answer)));
    return number.isTrue();
}

} // namespace dbgr::values
