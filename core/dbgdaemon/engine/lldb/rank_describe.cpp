// SPDX-License-Identifier: BSD-3-Clause
// RankValues: what types and names there are.
#include "dbgdaemon/engine/lldb/imagined_rank.h"
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_modules.h"
#include "dbgdaemon/engine/lldb/rank_values.h"

#include "values/describe/code_lists.h"
#include "values/describe/declaration.h"
#include "values/describe/describe.h"
#include "values/values_error.h"

#include <utility>
#include <vector>

namespace dbgr::daemon {

namespace {

using What = debug::Describe::What;

std::optional<values::Listed> listOf(What what)
{
    switch (what) {
    case What::Globals:
        return values::Listed::Globals;
    case What::Statics:
        return values::Listed::Statics;
    case What::Modules:
        return values::Listed::Modules;
    case What::Types:
        return values::Listed::Types;
    default:
        return std::nullopt;
    }
}

debug::Description problemWith(const std::string& words)
{
    debug::Description description;
    description.problem = words;
    return description;
}

} // namespace

debug::Description RankValues::listCode(const debug::Describe& request)
{
    std::vector<const values::LoadedFile*> files;
    for (const values::LoadedFile* const file : m_reader.files().all())
        files.push_back(file);
    if (files.empty())
        return problemWith("nothing that is loaded has debug information");
    return request.what == What::Functions ? values::describeFunctions(files, request.text, request.most)
                                           : values::describeSources(files, request.text, request.most);
}

debug::Description RankValues::declaration(const values::FrameRef& frame, const debug::Describe& request)
{
    debug::Description description;
    const auto take = [&](util::Result<debug::DescribedName> found) {
        if (found)
            description.names.push_back(*std::move(found));
        else
            description.problem = found.error().message();
    };
    if (!request.line) {
        take(values::declarationOfLast(m_reader, frame, request.text));
        return description;
    }
    const values::Address near = frame.physical ? frame.physical->pc() : values::Address{};
    const auto code = values::codeOfLine(m_reader.files(), near, request.line->file, request.line->line);
    if (!code)
        return problemWith(code.error().message());
    ImaginedMemory memory; // what a name means does not depend on values
    ImaginedFrame place(*code);
    values::Reader reader(debugFiles(), *m_modules, memory);
    take(values::declarationOfLast(reader, {&place, values::kInnermostFrame}, request.text));
    return description;
}

std::optional<debug::Description> RankValues::describe(const ShownFrame& frame, const debug::Describe& request)
{
    const values::FrameRef ref = refOf(frame);
    if (request.what == What::Functions || request.what == What::Sources)
        return listCode(request);
    if (request.what == What::Declaration)
        return declaration(ref, request);
    if (const auto list = listOf(request.what)) {
        const values::LoadedFile* const file = ref.physical ? m_reader.files().at(ref.physical->pc()) : nullptr;
        std::vector<const values::LoadedFile*> files;
        if (file)
            files.push_back(file);
        if (!request.text.empty()) { // a name is looked for wherever it may be
            for (const values::LoadedFile* const other : m_reader.files().all()) {
                if (other != file)
                    files.push_back(other);
            }
        }
        if (files.empty())
            return problemWith("the code there has no debug information");
        return values::describeNames(files, *list, request.text, request.most);
    }
    const values::Language language = m_reader.language(ref);
    const bool whole = request.what == What::Type;
    const auto tree = parsed(request.text, language);
    auto answer = tree ? m_reader.evaluate(ref, *tree) : util::Result<values::Answer>(util::fail(tree.error()));
    auto found = answer ? values::describeAnswer(m_reader.values(), *answer, language, whole, request.most)
                        : util::Result<debug::Description>(util::fail(answer.error()));
    if (found)
        return *std::move(found);
    if (auto named = values::describeTypeNamed(m_reader.files(), request.text, request.most)) {
        if (!whole) {
            named->names.clear();
            named->left = 0;
        }
        return *std::move(named);
    }
    if (isForCompiler(found.error(), language) || (!tree && language != values::Language::Fortran))
        return std::nullopt;
    return problemWith(found.error().message());
}

} // namespace dbgr::daemon
