// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/function_word.h"

#include "ui/source/source_language.h"

#include <initializer_list>

namespace dbgr::ui {

namespace {

constexpr QLatin1String kOperator("operator");

bool isWordLetter(QChar letter)
{
    return letter.isLetterOrNumber() || letter == u'_' || letter == u'$' || letter == u'~';
}

/// Reads what the demangler writes: "RETURNED SCOPE::WORD<ARGUMENTS>(PARAMETERS) const". What comes first is not the
/// name if another word follows.
class NameReader
{
public:
    explicit NameReader(QStringView name) : m_name(name) {}

    [[nodiscard]] QString word()
    {
        while (m_at < m_name.size() && step()) {
        }
        return m_word;
    }

private:
    /// \return whether there may be more
    bool step()
    {
        const QChar next = m_name[m_at];
        if (isWordLetter(next)) {
            if (isOperatorAt())
                return readOperator();
            readWord();
        } else if (next == u'<' || next == u'[' || next == u'{') {
            if (next == u'{') // of a lambda
                m_word.clear();
            skip();
        } else if (next == u'(')
            return enterOrSkip();
        else
            ++m_at; // blanks, '::', '*', '&'
        return true;
    }
    void readWord()
    {
        const qsizetype begin = m_at;
        while (m_at < m_name.size() && isWordLetter(m_name[m_at]))
            ++m_at;
        m_word = m_name.mid(begin, m_at - begin).toString();
    }
    [[nodiscard]] bool isOperatorAt() const
    {
        const qsizetype end = m_at + kOperator.size();
        return m_name.mid(m_at).startsWith(kOperator) && end < m_name.size() && !isWordLetter(m_name[end]);
    }
    /// "operator()", "operator<< <int>", "operator new[]", "operator std::string".
    bool readOperator()
    {
        static constexpr std::initializer_list<const char*> kSigns{
            "<=>", "<<=", ">>=", "->*", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "+=",
            "-=",  "*=",  "/=",  "%=",  "^=", "&=", "|=", "<<", ">>", "->", "()", "[]"};
        const QStringView rest = m_name.mid(m_at + kOperator.size());
        qsizetype signs = rest.startsWith(u' ') ? rest.indexOf(u'(') : 1;
        for (const char* const sign : kSigns) {
            if (rest.startsWith(QLatin1String(sign))) {
                signs = QLatin1String(sign).size();
                break;
            }
        }
        m_word = kOperator + rest.left(signs < 0 ? rest.size() : signs).toString().trimmed();
        if (rest.startsWith(u' '))
            m_word.insert(kOperator.size(), u' ');
        return false;
    }
    /// Over what a bracket holds.
    void skip()
    {
        int depth = 0;
        for (; m_at < m_name.size(); ++m_at) {
            const QChar letter = m_name[m_at];
            const bool isArrow = letter == u'>' && m_at > 0 && m_name[m_at - 1] == u'-';
            if (letter == u'<' || letter == u'(' || letter == u'[' || letter == u'{')
                ++depth;
            else if ((letter == u'>' && !isArrow) || letter == u')' || letter == u']' || letter == u'}') {
                if (--depth == 0) {
                    ++m_at;
                    return;
                }
            }
        }
    }
    /// The parameters end a name; but "(anonymous namespace)" is a scope, "decltype (x) f(int)" and
    /// "void (*f(int))(double)" return something.
    bool enterOrSkip()
    {
        const QChar first = m_at + 1 < m_name.size() ? m_name[m_at + 1] : QChar();
        if (m_word.isEmpty() || m_word == QLatin1String("decltype") || m_name.mid(m_at).startsWith(u"(anonymous")) {
            m_word.clear();
            skip();
            return true;
        }
        const bool isEntered = (first == u'*' || first == u'&') && m_name[m_at - 1] == u' ';
        if (isEntered)
            ++m_at;
        return isEntered;
    }

    QStringView m_name;
    qsizetype m_at = 0;
    QString m_word;
};

} // namespace

QString functionWord(const QString& name)
{
    return NameReader(name).word();
}

bool isWordOf(const QString& word, const QString& name, const QString& path)
{
    const QString itself = functionWord(name);
    const Qt::CaseSensitivity cases = isFortran(languageOf(path)) ? Qt::CaseInsensitive : Qt::CaseSensitive;
    return !word.isEmpty() &&
           (itself.compare(word, cases) == 0 || (word == kOperator && itself.startsWith(kOperator) &&
                                                 itself.size() > word.size() && !isWordLetter(itself[word.size()])));
}

} // namespace dbgr::ui
