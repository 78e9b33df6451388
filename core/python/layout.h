// SPDX-License-Identifier: BSD-3-Clause
// Where CPython keeps what tells of stacks: offsets in its structures, by version, for processes of 64 bits. From the
// headers that it is delivered with. Pure. Thread: any.
#pragma once

#include <cstdint>

namespace dbgr::python {

/// In which way frames are linked, and what marks where a call of the interpreter's loop begins.
enum class FrameKind
{
    Objects,  ///< 3.9: each frame is an object, and runs in a loop of its own
    Anchored, ///< 3.10: the same, and each loop has a record in its stack frame
    Entries,  ///< 3.11: a loop runs several frames, down to one that is marked; its record has the innermost
    Shims,    ///< 3.12, 3.13: down to a frame that is in the loop's own stack frame
};

/// Bytes from where a structure begins.
struct Layout
{
    unsigned minor;
    FrameKind kind;
    struct
    {
        std::uint64_t interpreters;
    } runtime;
    struct
    {
        std::uint64_t next, threads;
    } interpreter;
    struct
    {
        std::uint64_t previous, next, interpreter, id;
        std::uint64_t record;     ///< of the innermost loop; 3.10 to 3.12
        std::uint64_t frame;      ///< the innermost; 3.11, 3.12: the record of the loop has it
        std::uint64_t lastRecord; ///< 3.10, 3.11: the record of no loop, with which the chain ends
        std::uint64_t chunk, top; ///< from 3.11 on: memory of frames, and behind the last one that is in use
    } thread;
    struct
    {
        std::uint64_t previous, frame; ///< frame: 3.11, 3.12
    } record;
    struct
    {
        std::uint64_t code, previous, instruction, owner;
        std::uint64_t isEntry; ///< 3.11
        std::uint64_t size;    ///< of what is read of one
    } frame;
    struct
    {
        std::uint64_t file, name, firstLine, lines;
        std::uint64_t instructions; ///< to 3.10: pointer to bytes; from 3.11 on: the first one
        std::uint64_t firstTraced;  ///< from 3.11 on: before this instruction a call has not begun
        std::uint64_t size;         ///< of what is read of one
    } code;
    struct
    {
        std::uint64_t ascii, other; ///< size of a text's head, behind which its characters are
    } text;
};

/// Null: that version is not known. \param minor of Python 3
[[nodiscard]] const Layout* layoutOf(unsigned minor);

} // namespace dbgr::python
