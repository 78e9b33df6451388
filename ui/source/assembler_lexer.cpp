// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/assembler_lexer.h"

#include <Qsci/qsciscintilla.h>

#include <QRegularExpression>
#include <QSet>

namespace dbgr::ui {

namespace {

using AsmStyle = AssemblerLexer::Style;

bool isAsmLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool isAsmDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool isRegister(const QByteArray& word)
{
    static const QRegularExpression kRegisters(
        QStringLiteral(
            "^(?:[re]?[abcd]x|[re]?[sd]i|[re]?[sb]p|[re]ip|[abcd][hl]|[sd]il|[sb]pl|r(?:[12]?[0-9]|3[01])[dwb]?|"
            "[xyz]mm(?:[12]?[0-9]|3[01])|[cdefgs]s|st|k[0-7]|"
            "[xwvqdshbfaz](?:[12]?[0-9]|3[01])(?:\\.[0-9]*[bhsdq])?|[xw]zr|w?sp|lr|pc|fp|ra|gp|tp|zero|t[0-6]|"
            "cr[0-7]|ctr|xer|nzcv)$"),
        QRegularExpression::CaseInsensitiveOption);
    return kRegisters.match(QString::fromLatin1(word)).hasMatch();
}

/// Of NASM, whose directives begin with no point.
bool isNasmDirective(const QByteArray& word)
{
    static const QSet<QByteArray> kWords{
        "section", "segment", "global", "extern", "bits", "default", "align", "equ",   "db",       "dw",     "dd",
        "dq",      "dt",      "resb",   "resw",   "resd", "resq",    "times", "struc", "endstruc", "istruc", "iend"};
    return kWords.contains(word.toLower());
}

bool isPreprocessor(const QByteArray& rest)
{
    static const QRegularExpression kWords(
        QStringLiteral("^#\\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|error|pragma|line)\\b"));
    return kWords.match(QString::fromLatin1(rest)).hasMatch();
}

/// The pieces of one line, with their styles, from the left.
class AsmLine
{
public:
    explicit AsmLine(const QByteArray& line) : m_line(line) {}

    /// \pre there is something left \return how many bytes are of `style`
    qsizetype next(AsmStyle& style)
    {
        const qsizetype from = m_at;
        style = take();
        return m_at - from;
    }
    [[nodiscard]] bool atEnd() const { return m_at >= m_line.size(); }
    /// A comment was begun, or entered, that does not end here.
    bool inComment = false;

private:
    [[nodiscard]] char at(qsizetype ahead) const { return m_at + ahead < m_line.size() ? m_line[m_at + ahead] : '\n'; }
    AsmStyle take()
    {
        const char c = at(0);
        if (inComment || (c == '/' && at(1) == '*'))
            return block();
        if (isBlank(c)) {
            while (!atEnd() && isBlank(at(0)))
                ++m_at;
            return AsmStyle::Default;
        }
        if (isComment()) {
            const bool isOfCpp = !m_hadWord && c == '#' && isPreprocessor(m_line.mid(m_at));
            m_at = m_line.size();
            return isOfCpp ? AsmStyle::Directive : AsmStyle::Comment;
        }
        if (c == '"' || c == '\'')
            return text(c);
        if (c == '%' && isAsmLetter(at(1)) && m_hadWord)
            return word(1, AsmStyle::Register);
        if (c == '%' && !m_hadWord) // of NASM's preprocessor
            return word(1, AsmStyle::Directive);
        if ((c == '$' || c == '#') && (isAsmDigit(at(1)) || (at(1) == '-' && isAsmDigit(at(2)))))
            return word(at(1) == '-' ? 2 : 1, AsmStyle::Number);
        if (isAsmDigit(c) && at(0) != '.')
            return m_hadWord ? word(0, AsmStyle::Number) : beginning();
        if (isAsmLetter(c))
            return m_hadWord ? operand() : beginning();
        ++m_at;
        return AsmStyle::Default;
    }
    [[nodiscard]] bool isComment() const
    {
        const char c = at(0);
        const bool isNumber = isAsmDigit(at(1)) || at(1) == '-' || at(1) == ':';
        return c == ';' || (c == '/' && at(1) == '/') || (c == '#' && (!m_hadWord || !isNumber)) ||
               (c == '@' && isBlank(at(1))) || (c == '!' && isBlank(at(1)));
    }
    AsmStyle block()
    {
        const qsizetype end = m_line.indexOf("*/", inComment ? m_at : m_at + 2);
        inComment = end < 0;
        m_at = end < 0 ? m_line.size() : end + 2;
        return AsmStyle::Comment;
    }
    AsmStyle text(char quote)
    {
        for (++m_at; !atEnd() && at(0) != quote && at(0) != '\n'; ++m_at) {
            if (at(0) == '\\' && m_at + 1 < m_line.size())
                ++m_at;
        }
        if (!atEnd())
            ++m_at;
        return AsmStyle::String;
    }
    AsmStyle word(qsizetype ahead, AsmStyle style)
    {
        m_hadWord = true;
        m_at += ahead;
        while (!atEnd() && isAsmLetter(at(0)))
            ++m_at;
        return style;
    }
    /// The first word of a statement: what is done, or, with a colon behind it, a label.
    AsmStyle beginning()
    {
        const qsizetype from = m_at;
        word(0, AsmStyle::Default);
        const QByteArray text = m_line.mid(from, m_at - from);
        if (at(0) == ':') {
            ++m_at;
            m_hadWord = false;
            return AsmStyle::Label;
        }
        return text.startsWith('.') || isNasmDirective(text) ? AsmStyle::Directive : AsmStyle::Instruction;
    }
    AsmStyle operand()
    {
        const qsizetype from = m_at;
        word(0, AsmStyle::Default);
        const QByteArray text = m_line.mid(from, m_at - from);
        return isRegister(text) ? AsmStyle::Register : isNasmDirective(text) ? AsmStyle::Directive : AsmStyle::Default;
    }

    const QByteArray& m_line;
    qsizetype m_at = 0;
    bool m_hadWord = false; ///< of the statement
};

} // namespace

QString AssemblerLexer::description(int style) const
{
    static constexpr const char* kNames[] = {"Default",     "Comment",  "Label",  "Directive",
                                             "Instruction", "Register", "Number", "String"};
    return style >= Default && style <= String ? QLatin1String(kNames[style]) : QString();
}

void AssemblerLexer::styleText(int start, int end)
{
    QsciScintilla* const view = editor();
    if (!view)
        return;
    using Base = QsciScintillaBase;
    const auto lineAt = [&](int position) { return view->SendScintilla(Base::SCI_LINEFROMPOSITION, position); };
    const long first = lineAt(start);
    const long last = lineAt(end);
    bool inComment = first > 0 && view->SendScintilla(Base::SCI_GETLINESTATE, first - 1) != 0;
    startStyling(static_cast<int>(view->SendScintilla(Base::SCI_POSITIONFROMLINE, first)));
    for (long line = first; line <= last; ++line) {
        const auto begin = static_cast<int>(view->SendScintilla(Base::SCI_POSITIONFROMLINE, line));
        const auto size = static_cast<int>(view->SendScintilla(Base::SCI_LINELENGTH, line));
        inComment = styleLine(view->bytes(begin, begin + size).left(size), inComment);
        view->SendScintilla(Base::SCI_SETLINESTATE, static_cast<unsigned long>(line), inComment ? 1L : 0L);
    }
}

bool AssemblerLexer::styleLine(const QByteArray& line, bool inComment)
{
    AsmLine pieces(line);
    pieces.inComment = inComment;
    while (!pieces.atEnd()) {
        AsmStyle style = Default;
        const qsizetype size = pieces.next(style);
        setStyling(static_cast<int>(size), style);
    }
    return pieces.inComment;
}

} // namespace dbgr::ui

#include "moc_assembler_lexer.cpp"
