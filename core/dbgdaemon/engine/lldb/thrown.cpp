// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/lldb/thrown.h"

#include <lldb/API/SBFrame.h>
#include <lldb/API/SBProcess.h>
#include <lldb/API/SBValue.h>

#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

namespace dbgr::daemon {

namespace {

using Moment = debug::ExceptionMoment::What;

constexpr const char* kArgumentRegisters[] =
#if defined(__x86_64__)
    {"rdi", "rsi"};
#else
    {"x0", "x1"};
#endif

// libstdc++'s header in front of what is thrown, for 64-bit processors: from the class to the part that the unwinder
// sees, and to the object.
constexpr std::uint64_t kTypeToUnwindHeader = 80;
constexpr std::uint64_t kTypeToObject = 112;
constexpr std::uint64_t kLengthOfWord = 8;
constexpr std::uint8_t kDependent = 1; // last byte of the unwinder's class: thrown once more by std::rethrow_exception
constexpr std::uint64_t kMostLetters = 1000;

std::optional<std::uint64_t> argument(lldb::SBThread thread, unsigned number)
{
    lldb::SBValue value = thread.GetFrameAtIndex(0).FindRegister(kArgumentRegisters[number]);
    lldb::SBError error;
    const std::uint64_t word = value.IsValid() ? value.GetValueAsUnsigned(error) : 0;
    return value.IsValid() && error.Success() ? std::optional(word) : std::nullopt;
}

class Memory
{
public:
    explicit Memory(lldb::SBProcess process) : m_process(process) {}

    std::optional<std::uint64_t> word(std::uint64_t address)
    {
        lldb::SBError error;
        const std::uint64_t value = m_process.ReadPointerFromMemory(address, error);
        return error.Success() ? std::optional(value) : std::nullopt;
    }
    std::optional<std::string> text(std::uint64_t address)
    {
        std::string letters(kMostLetters, '\0');
        lldb::SBError error;
        letters.resize(m_process.ReadCStringFromMemory(address, letters.data(), letters.size(), error));
        return error.Success() ? std::optional(std::move(letters)) : std::nullopt;
    }

private:
    lldb::SBProcess m_process;
};

/// Where the address of the type's description is: in front of the object. \param header the unwinder's
std::optional<std::uint64_t> caughtTypeInfo(Memory& memory, std::uint64_t header)
{
    const auto first = memory.word(header - kTypeToUnwindHeader);
    const auto kind = memory.word(header);
    if (!first || !kind)
        return std::nullopt;
    if ((*kind & 0xff) == kDependent) // `first` is the object that was thrown before
        return memory.word(*first - kTypeToObject);
    return first;
}

std::string demangled(const std::string& typeName)
{
    // A star says that the name is of one file only.
    const char* const name = typeName.c_str() + (typeName.starts_with('*') ? 1 : 0);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name, nullptr, nullptr, &status),
                                                           &std::free);
    return status == 0 && text ? text.get() : name;
}

} // namespace

const char* functionOf(Moment what)
{
    switch (what) {
    case Moment::Throw:
        return "__cxa_throw";
    case Moment::Catch:
        return "__cxa_begin_catch";
    case Moment::Rethrow:
        break;
    }
    return "__cxa_rethrow";
}

std::string thrownType(lldb::SBThread thread, Moment what)
{
    Memory memory(thread.GetProcess());
    std::optional<std::uint64_t> info;
    if (what == Moment::Throw)
        info = argument(thread, 1);
    else if (const auto header = what == Moment::Catch ? argument(thread, 0) : std::nullopt)
        info = caughtTypeInfo(memory, *header);
    const auto name = info ? memory.word(*info + kLengthOfWord) : std::nullopt;
    const auto text = name ? memory.text(*name) : std::nullopt;
    return text && !text->empty() ? demangled(*text) : std::string();
}

bool isAbout(const debug::ExceptionMoment& moment, std::string_view type)
{
    if (moment.type.empty() || type.empty() || type == moment.type)
        return true;
    return type.ends_with("::" + moment.type);
}

std::string describeMoment(Moment what, const std::string& type)
{
    static constexpr const char* kDone[] = {"threw ", "caught ", "threw once more "};
    return kDone[static_cast<std::size_t>(what)] + (type.empty() ? "an exception" : type);
}

} // namespace dbgr::daemon
