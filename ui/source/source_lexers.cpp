// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_lexers.h"

#include "ui/source/assembler_lexer.h"
#include "ui/theme/theme.h"

#include <Qsci/qscilexercpp.h>
#include <Qsci/qscilexerfortran.h>
#include <Qsci/qscilexerpython.h>

#include <initializer_list>

namespace dbgr::ui {

namespace {

class CppLexer final : public QsciLexerCPP
{
public:
    using QsciLexerCPP::QsciLexerCPP;

    const char* keywords(int set) const override
    {
        switch (set) {
        case 1:
            return "alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class co_await "
                   "co_return co_yield concept const consteval constexpr constinit const_cast continue decltype "
                   "default "
                   "delete do double dynamic_cast else enum explicit export extern false final float for friend goto "
                   "if "
                   "inline int long mutable namespace new noexcept nullptr operator override private protected public "
                   "register reinterpret_cast requires restrict return short signed sizeof static static_assert "
                   "static_cast struct switch template this thread_local throw true try typedef typeid typename union "
                   "unsigned using virtual void volatile wchar_t while";
        case 2: // CUDA
            return "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ __noinline__ "
                   "__forceinline__ __launch_bounds__ threadIdx blockIdx blockDim gridDim warpSize";
        default:
            return nullptr;
        }
    }
};

void color(QsciLexer& lexer, const QColor& color, std::initializer_list<int> styles)
{
    for (const int style : styles)
        lexer.setColor(color, style);
}

void colorCpp(QsciLexer& lexer, const Theme& theme)
{
    using L = QsciLexerCPP;
    color(lexer, theme.color(ColorRole::Keyword), {L::Keyword, L::KeywordSet2});
    color(lexer, theme.color(ColorRole::Comment),
          {L::Comment, L::CommentLine, L::CommentDoc, L::CommentLineDoc, L::CommentDocKeyword,
           L::CommentDocKeywordError, L::PreProcessorComment, L::PreProcessorCommentLineDoc, L::TaskMarker});
    color(lexer, theme.color(ColorRole::StringText),
          {L::DoubleQuotedString, L::SingleQuotedString, L::UnclosedString, L::RawString, L::EscapeSequence});
    color(lexer, theme.color(ColorRole::Number), {L::Number, L::UserLiteral});
    color(lexer, theme.color(ColorRole::Preprocessor), {L::PreProcessor});
}

void colorFortran(QsciLexer& lexer, const Theme& theme)
{
    using L = QsciLexerFortran77;
    color(lexer, theme.color(ColorRole::Keyword), {L::Keyword, L::DottedOperator});
    color(lexer, theme.color(ColorRole::Preprocessor), {L::PreProcessor, L::IntrinsicFunction, L::ExtendedFunction});
    color(lexer, theme.color(ColorRole::Comment), {L::Comment});
    color(lexer, theme.color(ColorRole::StringText), {L::SingleQuotedString, L::DoubleQuotedString, L::UnclosedString});
    color(lexer, theme.color(ColorRole::Number), {L::Number, L::Label});
}

void colorPython(QsciLexer& lexer, const Theme& theme)
{
    using L = QsciLexerPython;
    color(lexer, theme.color(ColorRole::Keyword), {L::Keyword});
    color(lexer, theme.color(ColorRole::Comment), {L::Comment, L::CommentBlock});
    color(lexer, theme.color(ColorRole::StringText),
          {L::DoubleQuotedString, L::SingleQuotedString, L::TripleSingleQuotedString, L::TripleDoubleQuotedString,
           L::UnclosedString, L::DoubleQuotedFString, L::SingleQuotedFString, L::TripleSingleQuotedFString,
           L::TripleDoubleQuotedFString});
    color(lexer, theme.color(ColorRole::Number), {L::Number});
    color(lexer, theme.color(ColorRole::Preprocessor), {L::Decorator});
}

void colorAssembler(QsciLexer& lexer, const Theme& theme)
{
    using L = AssemblerLexer;
    color(lexer, theme.color(ColorRole::Keyword), {L::Instruction, L::Label});
    color(lexer, theme.color(ColorRole::Preprocessor), {L::Directive, L::Register});
    color(lexer, theme.color(ColorRole::Comment), {L::Comment});
    color(lexer, theme.color(ColorRole::StringText), {L::String});
    color(lexer, theme.color(ColorRole::Number), {L::Number});
}

} // namespace

QsciLexer* makeLexer(SourceLanguage language, const Theme& theme, QObject* parent)
{
    QsciLexer* lexer = nullptr;
    switch (language) {
    case SourceLanguage::Plain:
        return nullptr;
    case SourceLanguage::Cpp:
        lexer = new CppLexer(parent);
        break;
    case SourceLanguage::Fortran:
        lexer = new QsciLexerFortran(parent);
        break;
    case SourceLanguage::FixedFortran:
        lexer = new QsciLexerFortran77(parent);
        break;
    case SourceLanguage::Python:
        lexer = new QsciLexerPython(parent);
        break;
    case SourceLanguage::Assembler:
        lexer = new AssemblerLexer(parent);
        break;
    }
    styleLexer(*lexer, language, theme);
    return lexer;
}

void styleLexer(QsciLexer& lexer, SourceLanguage language, const Theme& theme)
{
    const QColor text = theme.color(ColorRole::Text);
    const QColor base = theme.color(ColorRole::Base);
    const QFont font = theme.fixedFont();
    lexer.setDefaultColor(text);
    lexer.setDefaultPaper(base);
    lexer.setDefaultFont(font);
    lexer.setColor(text, -1);
    lexer.setPaper(base, -1);
    lexer.setFont(font, -1);
    if (language == SourceLanguage::Cpp)
        colorCpp(lexer, theme);
    else if (language == SourceLanguage::Python)
        colorPython(lexer, theme);
    else if (language == SourceLanguage::Assembler)
        colorAssembler(lexer, theme);
    else
        colorFortran(lexer, theme);
}

} // namespace dbgr::ui
