// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/trace/signal_words.h"

#include "rsp/packet.h"
#include "util/signal_name.h"

#include <csignal>
#include <string>
#include <string_view>

namespace dbgr::keeper {

namespace {

struct CodeWords
{
    int signal;
    int code;
    std::string_view words;
};

constexpr CodeWords kCodes[] = {
    {SIGSEGV, SEGV_MAPERR, "address not mapped to object"},
    {SIGSEGV, SEGV_ACCERR, "invalid permissions for mapped object"},
    {SIGBUS, BUS_ADRALN, "illegal alignment"},
    {SIGBUS, BUS_ADRERR, "illegal address"},
    {SIGBUS, BUS_OBJERR, "hardware error"},
    {SIGFPE, FPE_INTDIV, "integer divide by zero"},
    {SIGFPE, FPE_INTOVF, "integer overflow"},
    {SIGFPE, FPE_FLTDIV, "floating point divide by zero"},
    {SIGFPE, FPE_FLTOVF, "floating point overflow"},
    {SIGFPE, FPE_FLTUND, "floating point underflow"},
    {SIGFPE, FPE_FLTRES, "inexact floating point result"},
    {SIGFPE, FPE_FLTINV, "invalid floating point operation"},
    {SIGFPE, FPE_FLTSUB, "subscript out of range"},
    {SIGILL, ILL_ILLOPC, "illegal opcode"},
    {SIGILL, ILL_ILLOPN, "illegal operand"},
    {SIGILL, ILL_ILLADR, "illegal addressing mode"},
    {SIGILL, ILL_ILLTRP, "illegal trap"},
    {SIGILL, ILL_PRVOPC, "privileged opcode"},
    {SIGILL, ILL_PRVREG, "privileged register"},
    {SIGILL, ILL_COPROC, "coprocessor error"},
    {SIGILL, ILL_BADSTK, "internal stack error"},
    {SIGSEGV, SI_KERNEL, "address access protected"}, // the processor does not say which
    {SIGBUS, SI_KERNEL, "invalid address"},
};

std::string_view wordsOf(int signal, int code)
{
    for (const CodeWords& one : kCodes) {
        if (one.signal == signal && one.code == code)
            return one.words;
    }
    return {};
}

} // namespace

std::string signalWords(int signal, const SignalNews& news)
{
    std::string text = "signal " + util::signalName(signal).value_or(std::to_string(signal));
    const std::string_view words = wordsOf(signal, news.code);
    if (words.empty())
        return text;
    text += ": " + std::string(words);
    if (news.cause == SignalNews::Cause::Fault && (signal == SIGSEGV || signal == SIGBUS))
        text += " (fault address=0x" + rsp::hexNumber(news.address.value()) + ")";
    return text;
}

} // namespace dbgr::keeper
