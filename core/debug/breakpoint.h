// SPDX-License-Identifier: BSD-3-Clause
// A breakpoint as the user asked for it, and what became of it. Thread: any; values.
#pragma once

#include "debug/breakpoint_place.h"
#include "debug/frame.h"
#include "debug/line_text.h"
#include "debug/thread.h"
#include "util/ids.h"
#include "util/rank_set.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dbgr::debug {

struct SourceLine
{
    std::string file; ///< a base name, or as much of the path as tells it from others
    std::uint32_t line = 0;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct FunctionName
{
    std::string name;
    friend bool operator==(const FunctionName&, const FunctionName&) = default;
};

/// All functions whose names have what the regular expression (POSIX's extended ones) says: "/^solve_/".
struct FunctionPattern
{
    std::string pattern;
    friend bool operator==(const FunctionPattern&, const FunctionPattern&) = default;
};

/// The beginning of an instruction.
struct CodeAddress
{
    std::string function;     ///< ""; `offset` is the address itself, which another rank may have elsewhere
    std::uint64_t offset = 0; ///< bytes from its beginning
    friend bool operator==(const CodeAddress&, const CodeAddress&) = default;
};

/// As a person names it.
using Place = std::variant<SourceLine, FunctionName, FunctionPattern, CodeAddress>;

/// Data whose use stops a rank. Which memory that is, is found out once, where the rank stands when it is told so.
struct WatchedData
{
    enum class Use : std::uint8_t
    {
        Change, ///< it is written, and then is another value
        Read,   ///< processors that cannot tell (x86): also a write of the value that is there
        Any,
        Write ///< also of the value that is there
    };
    std::string expression; ///< of the program's language, and something that has an address
    Use use = Use::Change;
    /// It is seen by executing one instruction at a time, where the processor does not watch, or not so much. Only of
    /// Change.
    bool slow = false;
    friend bool operator==(const WatchedData&, const WatchedData&) = default;
};

/// Something that happens to a rank, and of which a library, or the kernel, is told.
struct Moment
{
    enum class What : std::uint8_t
    {
        Throw, ///< an exception of C++
        Catch,
        Rethrow,  ///< `throw;`
        MpiError, ///< an MPI call fails, and the error handler is about to be called
        MpiAbort,
        Exit,      ///< it ends by itself
        Fork,      ///< it makes another process
        Sanitizer, ///< one that it was compiled with has found something
        Load,      ///< it is about to load a library
        Exec,      ///< it is about to become another program
        SystemCall ///< it is about to make a system call, or has made one
    };
    What what = What::Throw;
    /// Throw, Catch: only those of this class, with or without its namespaces, and of none that it is base of.
    /// MpiError: only of this call. Load: only of this file, by its path or its name. SystemCall: only of these, by
    /// their names or numbers, with blanks between. "" all; of the others, always.
    std::string only = {};
    friend bool operator==(const Moment&, const Moment&) = default;
};

/// What a breakpoint stops ranks for.
using Trigger = std::variant<SourceLine, FunctionName, WatchedData, Moment, FunctionPattern, CodeAddress>;

struct BreakpointSpec
{
    util::BreakpointId id; ///< from 1
    Trigger where;
    std::string condition; ///< an expression of the program's language; "" always stops
    bool enabled = true;
    std::uint32_t ignore = 0;                ///< how often a rank first passes it, with its condition true
    std::optional<util::RankSet> ranks = {}; ///< it is for these only, and goes to no others; nothing: for all
    /// Expressions of which ranks log the values there, and go on; none: they stop. Only of a Place. At most
    /// kMostTraced
    std::vector<std::string> traced = {};
    /// It is for the thread of each rank that has this number among them (ThreadInfo::index); nothing: for all.
    std::optional<ThreadIndex> thread = {};
    /// A name that several can have, which are then enabled, disabled and deleted together. No engine knows of it. ""
    /// none
    std::string group = {};
    /// What a face does when ranks have stopped there, as a person types it. No engine knows of it. "" nothing
    std::string commands = {};
    /// It stops nobody at those of its places that are called so, nor logs there, in whichever rank they are. Only of a
    /// Place. At most kMostPlaces
    std::vector<PlaceName> off = {};
    /// It is only at places of which the program or library, or the source, is a file that this pattern means
    /// (means()). Only of a Place, and of no CodeAddress. "" of all
    std::string within = {};
    /// Of a line: what stood there. No engine knows of it.
    std::optional<LineText> lineText = {};

    [[nodiscard]] bool isTrace() const { return !traced.empty(); }
};

[[nodiscard]] Trigger toTrigger(Place place);
/// Nothing for what is no place in the code.
[[nodiscard]] std::optional<Place> placeOf(const Trigger& trigger);

/// As a person writes it: "ring.cpp:41", "work", "/^solve_/", "*main+26", "*0x401136", "watch step", "watch --slow
/// step", "catch throw", and with all that belongs to it "work thread 2 on 0-3 group solver if x > 2", "trace work, x,
/// p.y if x > 2".
[[nodiscard]] std::string textOf(const Place& place);
[[nodiscard]] std::string textOf(const Trigger& trigger);
[[nodiscard]] std::string textOf(const BreakpointSpec& spec);
/// Of that, what stops ranks: "work", "lib*solver.so:work", "*/solver/ops.cpp:41", "watch step".
[[nodiscard]] std::string placeTextOf(const BreakpointSpec& spec);
/// "watch", "rwatch", "awatch"; "watch --write"
[[nodiscard]] std::string_view nameOf(WatchedData::Use use);
/// "throw", "catch", "rethrow", "mpi-error", "mpi-abort", "exit", "fork", "sanitizer", "load", "exec", "syscall"
[[nodiscard]] std::string_view nameOf(Moment::What what);

/// Who finds out at each hit whether the condition is true. The fastest one that can is chosen.
enum class Judge : std::uint8_t
{
    Nobody, ///< there is no condition, or no place where ranks stop
    Tracer, ///< what holds the ranks, without anybody hearing of it when it is false
    Reader, ///< our reader of debug information
    Compiler
};

/// For people and programs: "tracer"; "" Nobody.
[[nodiscard]] constexpr std::string_view nameOf(Judge judge)
{
    constexpr std::string_view kNames[] = {"", "tracer", "reader", "compiler"};
    return kNames[static_cast<std::size_t>(judge)];
}

/// Who notes at each hit of a tracepoint what it logs. Of a hit for which the tracer cannot, the engine does.
enum class Logger : std::uint8_t
{
    Nobody, ///< it is no tracepoint, or has no place where ranks log
    Tracer, ///< what holds the ranks, which go on at once
    Engine  ///< by our reader or a compiler, while the rank stands
};

/// For people and programs: "tracer"; "" Nobody.
[[nodiscard]] constexpr std::string_view nameOf(Logger logger)
{
    constexpr std::string_view kNames[] = {"", "tracer", "engine"};
    return kNames[static_cast<std::size_t>(logger)];
}

/// Of the processor's registers that watch memory for a rank, each up to 8 bytes.
struct WatchRegisters
{
    std::uint32_t taken = 0; ///< by one watchpoint, in the rank where it takes most
    std::uint32_t all = 0;   ///< that there are; 0: none is used, or that is not known
    friend bool operator==(const WatchRegisters&, const WatchRegisters&) = default;
};

/// Where a breakpoint ended up in some ranks. Pending is not wrong: a library that brings the place may still come.
struct BreakpointStatus
{
    util::BreakpointId id;
    util::RankSet resolved;      ///< ranks in which it stands somewhere
    util::RankSet pending;       ///< ranks that have no such place yet
    SourceLocation actual;       ///< where it stands in the lowest resolved rank; the line may have moved down to code
    std::string problem;         ///< e.g. what is wrong with the condition; "" nothing
    Judge judge = Judge::Nobody; ///< of the condition; of several ranks, the slowest one
    /// Of watched data: the function with whose call it ends in some rank, since it is that call's; "" none.
    std::string scope = {};
    std::uint32_t places = 0; ///< in the rank that has most; of which `actual` is the first
    /// Of a Place: each of them, in the order of their names. At most kMostPlaces
    std::vector<BreakpointPlace> placeList = {};
    WatchRegisters registers = {};  ///< of watched data
    Logger logger = Logger::Nobody; ///< of a tracepoint; of several ranks, the slowest one
};

} // namespace dbgr::debug
