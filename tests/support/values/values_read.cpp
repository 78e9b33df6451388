// SPDX-License-Identifier: GPL-3.0-or-later
// Prints, as JSON, what our reader says of every variable of every frame of a core file: what sweep.py compares with
// gdb.
//   values_read CORE
//   values_read CORE --print EXPRESSION [--frame N]      N counts as debuggers do, inlined functions among the frames
//   values_read CORE --print ONE --print ANOTHER ...      several answers, in a list
//   values_read CORE --print EXPRESSION --time COUNT     and how long it takes, and how much memory it has by then, for
//                                                        tests/bench/values.py
#include "tests/support/values/core_process.h"
#include "values/expr/parser.h"
#include "values/file/loaded_files.h"
#include "values/print/printer.h"
#include "values/print/type_text.h"
#include "values/reader.h"
#include "values/values_error.h"

#include <dwarf.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::test {
namespace {

using nlohmann::json;
using values::Errc;

/// At least what gdb is asked for.
constexpr values::TextLimits kLimits{.depth = 20, .children = 200, .bytes = std::size_t{1} << 20};

struct Order
{
    std::string core;
    std::vector<std::string> expressions;
    std::size_t frame = 0;
    std::size_t times = 0; ///< that it is evaluated once more, and timed
};

struct NamedFrame
{
    values::FrameRef frame;
    unsigned physical = 0;
    std::string function; ///< "" unknown
};

std::string codeName(const std::error_code& code)
{
    static constexpr std::pair<Errc, const char*> kNames[] = {
        {Errc::NotAllocated, "NotAllocated"}, {Errc::NotAssociated, "NotAssociated"},
        {Errc::NotPresent, "NotPresent"},     {Errc::OptimizedOut, "OptimizedOut"},
        {Errc::NotRecorded, "NotRecorded"},   {Errc::Unreadable, "Unreadable"},
        {Errc::NoSuchName, "NoSuchName"},     {Errc::Wrong, "Wrong"},
        {Errc::Undefined, "Undefined"},       {Errc::TooLarge, "TooLarge"},
        {Errc::NotOurs, "NotOurs"},
    };
    for (const auto& [known, name] : kNames)
        if (code == known)
            return name;
    return code.message();
}

json described(const util::Error& error)
{
    return {{"code", codeName(error.code)}, {"message", error.detail}};
}

/// Functions of one physical frame, the innermost first: those that were inlined there, and the one with the frame.
std::vector<std::string> functionsAt(values::LoadedFiles& files, const values::Frame& frame)
{
    const values::LoadedFile* file = files.at(frame.lookupPc());
    if (!file)
        return {};
    const values::FileAddress pc = file->module().inFile(frame.lookupPc());
    const std::optional<values::Die> unit = file->debug().unitAt(pc);
    std::vector<std::string> names;
    for (values::Scope* scope = unit ? file->debug().scopes().innermost(*unit, pc) : nullptr; scope;
         scope = scope->up) {
        const bool isProcedure = scope->tag == DW_TAG_subprogram;
        if (isProcedure || scope->tag == DW_TAG_inlined_subroutine)
            names.push_back(scope->name);
        if (isProcedure)
            break;
    }
    return names;
}

std::vector<NamedFrame> framesOf(CoreProcess& process, values::LoadedFiles& files)
{
    constexpr unsigned kMaxFrames = 1000;
    std::vector<NamedFrame> frames;
    unsigned physical = 0;
    for (values::Frame* frame = &process.innermost(); frame && physical < kMaxFrames; frame = frame->caller()) {
        const std::vector<std::string> functions = functionsAt(files, *frame);
        auto depth = static_cast<unsigned>(functions.size());
        for (const std::string& function : functions)
            frames.push_back({{frame, --depth}, physical, function});
        if (functions.empty())
            frames.push_back({{frame, 0}, physical, ""});
        ++physical;
    }
    return frames;
}

/// Of this process, from its status; 0: the system does not tell.
std::size_t kilobytes(const std::string& field)
{
    std::ifstream status("/proc/self/status");
    std::string name;
    std::size_t number = 0;
    for (std::string line; std::getline(status, line);) {
        std::istringstream words(line);
        if (words >> name >> number && name == field + ":")
            return number;
    }
    return 0;
}

json registersOf(values::Frame& frame)
{
    static constexpr std::pair<const char*, unsigned> kKept[] = {{"rip", 16}, {"rsp", 7},  {"rbp", 6},  {"rbx", 3},
                                                                 {"r12", 12}, {"r13", 13}, {"r14", 14}, {"r15", 15}};
    json registers = json::object();
    for (const auto& [name, number] : kKept) {
        std::uint64_t content = 0;
        if (frame.readRegister(number, std::as_writable_bytes(std::span(&content, 1))))
            registers[name] = content;
    }
    return registers;
}

class CoreReader
{
public:
    explicit CoreReader(CoreProcess& process)
        : m_files(m_store, process), m_reader(m_store, process, process), m_frames(framesOf(process, m_files))
    {}

    [[nodiscard]] json everything()
    {
        json frames = json::array();
        for (const NamedFrame& frame : m_frames)
            frames.push_back(described(frame));
        return {{"frames", std::move(frames)}};
    }

    [[nodiscard]] json expressions(const Order& order)
    {
        if (order.expressions.size() == 1)
            return expression(order.expressions.front(), order);
        json answers = json::array();
        for (const std::string& one : order.expressions)
            answers.push_back(expression(one, order));
        return {{"answers", std::move(answers)}};
    }

private:
    [[nodiscard]] json expression(const std::string& text, const Order& order)
    {
        if (m_frames.size() <= order.frame)
            return test::described(
                {make_error_code(Errc::Wrong), "there are " + std::to_string(m_frames.size()) + " frames", {}});
        const auto start = std::chrono::steady_clock::now();
        const auto shown = evaluated(text, m_frames[order.frame].frame);
        if (!shown)
            return test::described(shown.error());
        const auto first = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < order.times; ++i)
            static_cast<void>(evaluated(text, m_frames[order.frame].frame));
        const std::chrono::duration<double, std::micro> once = first - start;
        const std::chrono::duration<double, std::micro> all = std::chrono::steady_clock::now() - first;
        json said = *shown;
        if (order.times > 0)
            said.update({{"firstMicroseconds", once.count()},
                         {"microseconds", all.count() / static_cast<double>(order.times)},
                         {"peakKilobytes", kilobytes("VmPeak")}, // addresses: files are mapped as a whole at once
                         {"ownKilobytes", kilobytes("RssAnon")}});
        return said;
    }

    [[nodiscard]] json described(const NamedFrame& named)
    {
        json frame = {{"physical", named.physical},
                      {"inlineDepth", named.frame.inlineDepth},
                      {"function", named.function},
                      {"registers", registersOf(*named.frame.physical)}};
        const auto variables = m_reader.variables(named.frame);
        if (!variables) {
            frame.update(test::described(variables.error()));
            return frame;
        }
        frame["variables"] = json::array();
        for (const values::Value& variable : *variables)
            frame["variables"].push_back(described(variable));
        return frame;
    }

    [[nodiscard]] json described(const values::Value& variable)
    {
        json entry = {{"name", variable.name}, {"isArgument", variable.isArgument}};
        const auto settled = m_reader.values().settled(variable);
        if (!settled) {
            entry.update(test::described(settled.error()));
            return entry;
        }
        entry["type"] = values::typeText(*settled, variable.type);
        entry["text"] = m_printer.text(*settled);
        return entry;
    }

    [[nodiscard]] util::Result<json> evaluated(const std::string& text, const values::FrameRef& frame)
    {
        const values::Language language = m_reader.language(frame);
        DBGR_TRY(const values::Tree tree, values::parse(text, language));
        DBGR_TRY(const values::Answer answer, m_reader.evaluate(frame, tree));
        return json{{"text", m_printer.text(answer, language)}};
    }

    values::DebugFileStore m_store;
    values::LoadedFiles m_files;
    values::Reader m_reader;
    values::Printer m_printer{m_reader.values(), kLimits};
    std::vector<NamedFrame> m_frames;
};

std::optional<Order> orderOf(std::vector<std::string_view> arguments)
{
    if (arguments.empty() || arguments.size() % 2 == 0)
        return std::nullopt;
    Order order;
    order.core = arguments[0];
    for (std::size_t i = 1; i < arguments.size(); i += 2) {
        if (arguments[i] == "--print")
            order.expressions.emplace_back(arguments[i + 1]);
        else if (arguments[i] == "--time")
            order.times = std::strtoul(std::string(arguments[i + 1]).c_str(), nullptr, 10);
        else if (arguments[i] == "--frame")
            order.frame = std::strtoul(std::string(arguments[i + 1]).c_str(), nullptr, 10);
        else
            return std::nullopt;
    }
    return order;
}

int run(const Order& order)
{
    const auto process = CoreProcess::open(order.core);
    if (!process) {
        std::fprintf(stderr, "values_read: %s: %s\n", order.core.c_str(), process.error().detail.c_str());
        return 1;
    }
    CoreReader reader(**process);
    const json said = !order.expressions.empty() ? reader.expressions(order) : reader.everything();
    std::puts(said.dump(1, ' ', false, json::error_handler_t::replace).c_str());
    return 0;
}

} // namespace
} // namespace dbgr::test

int main(int count, char** arguments)
{
    const auto order = dbgr::test::orderOf({arguments + 1, arguments + count});
    if (!order) {
        std::fputs("usage: values_read CORE [--print EXPRESSION [--frame N] [--time COUNT]]\n", stderr);
        return 2;
    }
    return dbgr::test::run(*order);
}
