// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is an expression of each language or refused with words; what is a tree can be evaluated without variables.
#include "tests/fuzz/fuzz_input.h"
#include "tests/support/values/no_modules.h"
#include "values/expr/evaluator.h"
#include "values/expr/parser.h"
#include "values/expr/visible_names.h"
#include "values/file/loaded_files.h"
#include "values/print/printer.h"
#include "values/values_error.h"

namespace {

using namespace dbgr;
using namespace dbgr::test;
using namespace dbgr::values;

class NoNames : public Names
{
public:
    [[nodiscard]] util::Result<Value> find(std::string_view) override { return none(); }
    [[nodiscard]] util::Result<Value> findIn(std::string_view, std::string_view) override { return none(); }
    [[nodiscard]] bool isModule(std::string_view) override { return false; }
    [[nodiscard]] util::Result<Value> findQualified(const std::vector<std::string>&) override { return none(); }
    [[nodiscard]] util::Result<NamedType> type(const std::vector<std::string>& parts) override
    {
        // Short names are types: casts to them are read, too.
        if (parts.back().size() > 1)
            return none();
        m_type.kind = TypeKind::Signed;
        m_type.bytes = 4;
        return NamedType{&m_type, nullptr};
    }

private:
    Type m_type;
    static tl::unexpected<util::Error> none() { return util::fail(Errc::NoSuchName, "there are no variables"); }
};

class NoMemory : public Memory
{
public:
    [[nodiscard]] bool read(Address, std::span<std::byte>) override { return false; }
};

void evaluate(const Tree& tree)
{
    NoMemory memory;
    NoModules modules;
    NoNames names;
    DebugFileStore store;
    const LoadedFiles files(store, modules);
    StopMemory pages(memory);
    ValueReader reader(pages, files);
    const auto answer = Evaluator(names, reader, tree.language()).run(tree);
    test::mustHold(answer.has_value() || !answer.error().message().empty(), "an error has words");
    if (answer)
        test::mustHold(!Printer(reader, {}).text(*answer, tree.language()).empty(), "an answer has a text");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const Language language : {Language::C, Language::Cxx, Language::Fortran, Language::Other}) {
        const auto tree = parse(text, language);
        test::mustHold(tree.has_value() || !tree.error().detail.empty(), "an error has words");
        if (tree)
            evaluate(*tree);
    }
    return 0;
}
