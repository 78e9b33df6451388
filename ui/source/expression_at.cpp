// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/expression_at.h"

namespace dbgr::ui {

namespace {

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// What subscripts stand in.
struct Brackets
{
    QChar open, close;
};

Brackets bracketsOf(SourceLanguage language)
{
    return isFortran(language) ? Brackets{QLatin1Char('('), QLatin1Char(')')}
                               : Brackets{QLatin1Char('['), QLatin1Char(']')};
}

/// The index of the bracket that closes before `end` (exclusive) opens; -1 if it does not.
qsizetype openingOf(const QString& line, qsizetype end, const Brackets& brackets)
{
    int depth = 0;
    for (qsizetype i = end - 1; i >= 0; --i) {
        if (line[i] == brackets.close)
            ++depth;
        else if (line[i] == brackets.open && --depth == 0)
            return i;
    }
    return -1;
}

/// Where the part begins that ends before `end`: a name, with what stands in brackets behind it. `end` if there is
/// none.
qsizetype beginOfPart(const QString& line, qsizetype end, SourceLanguage language)
{
    const Brackets brackets = bracketsOf(language);
    qsizetype begin = end;
    while (begin > 0 && line[begin - 1] == brackets.close) {
        const qsizetype open = openingOf(line, begin, brackets);
        // A call in an index would be made.
        if (open < 0 || (!isFortran(language) && line.mid(open, begin - open).contains(QLatin1Char('('))))
            return end;
        begin = open;
    }
    const qsizetype nameEnd = begin;
    while (begin > 0 && isWord(line[begin - 1]))
        --begin;
    return begin == nameEnd ? end : begin;
}

/// The length of the ".", "->", "::" or "%" that ends before `end`; 0 if none does.
qsizetype linkBefore(const QString& line, qsizetype end)
{
    const QString before = line.left(end);
    for (const char* const link : {"->", "::", ".", "%"}) {
        const QLatin1String text(link);
        if (before.endsWith(text))
            return text.size();
    }
    return 0;
}

} // namespace

QString expressionAt(const QString& line, qsizetype column, SourceLanguage language)
{
    if (column < 0 || column >= line.size() || !isWord(line[column]))
        return {};
    qsizetype begin = column;
    qsizetype end = column + 1;
    while (begin > 0 && isWord(line[begin - 1]))
        --begin;
    while (end < line.size() && isWord(line[end]))
        ++end;
    const bool isCall = !isFortran(language) && line.mid(end).trimmed().startsWith(QLatin1Char('('));
    if (line[begin].isDigit() || isCall)
        return {};
    for (qsizetype link = linkBefore(line, begin); link > 0; link = linkBefore(line, begin)) {
        const qsizetype part = beginOfPart(line, begin - link, language);
        if (part == begin - link) // "f().x", "%d": not a path of names
            return line[begin - 1] == QLatin1Char('%') && !isFortran(language) ? line.mid(begin, end - begin)
                                                                               : QString();
        begin = part;
    }
    return line.mid(begin, end - begin);
}

} // namespace dbgr::ui
