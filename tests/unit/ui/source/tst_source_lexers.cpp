// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/source/source_language.h"
#include "ui/source/source_view.h"
#include "ui/theme/theme.h"

#include <QApplication>

namespace tst_source_lexers {

using namespace dbgr;
using namespace dbgr::ui;

class TestSourceLexers : public QObject
{
    Q_OBJECT

private slots:
    void theExtensionTellsTheLanguage();
    void headersOfTheLibraryAreCpp();
    void whatIsIncludedTellsItsLanguage_data();
    void whatIsIncludedTellsItsLanguage();
    void wordsHaveTheirStyles_data();
    void wordsHaveTheirStyles();
    void aCommentOfSeveralLinesEnds();
};

namespace {

struct Lexed : test::UiFixture
{
    Lexed(SourceLanguage language, const QString& text)
    {
        view.showText(text, language);
        view.recolor();
    }
    [[nodiscard]] QColor colorOf(const QString& word) const
    {
        const qsizetype at = view.text().toUtf8().indexOf(word.toUtf8());
        const long style = view.SendScintilla(QsciScintillaBase::SCI_GETSTYLEAT, static_cast<unsigned long>(at));
        const long color = view.SendScintilla(QsciScintillaBase::SCI_STYLEGETFORE, static_cast<unsigned long>(style));
        return QColor(int(color & 0xff), int((color >> 8) & 0xff), int((color >> 16) & 0xff));
    }

    SourceView view{context, nullptr};
};

} // namespace

void TestSourceLexers::theExtensionTellsTheLanguage()
{
    const auto check = [](SourceLanguage language, std::initializer_list<const char*> names) {
        for (const char* const name : names)
            QVERIFY2(languageOf(QLatin1String(name)) == language, name);
    };
    check(SourceLanguage::Cpp, {"/src/a.c", "a.H", "b.cpp", "kernel.cu", "kernel.cuh", "dir.f90/a.cc"});
    check(SourceLanguage::Fortran, {"a.f90", "A.F90", "a.f08"});
    check(SourceLanguage::FixedFortran, {"a.f", "A.F", "a.for"});
    check(SourceLanguage::Python, {"a.py"});
    check(SourceLanguage::Assembler, {"a.s", "A.S", "a.asm"});
    check(SourceLanguage::Plain, {"Makefile", "a.txt", "a", "a.inc"});
}

void TestSourceLexers::headersOfTheLibraryAreCpp()
{
    QVERIFY(languageOf("/usr/include/c++/12/vector") == SourceLanguage::Cpp);
    QVERIFY(languageOf("/opt/gcc/include/c++/13/experimental/filesystem") == SourceLanguage::Cpp);
    QVERIFY(languageOf("/opt/eigen/Dense", u"// -*- C++ -*-\n") == SourceLanguage::Cpp);
    QVERIFY(languageOf("/work/README", u"words\n") == SourceLanguage::Plain);
}

void TestSourceLexers::whatIsIncludedTellsItsLanguage_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("language");
    const auto row = [](const char* name, const char* text, SourceLanguage language) {
        QTest::newRow(name) << text << int(language);
    };
    row("fixed form", "C sizes\n      integer n\n      parameter (n = 4)\n     &, m\n", SourceLanguage::FixedFortran);
    row("free form", "! sizes\ninteger, parameter :: n = 4\n", SourceLanguage::Fortran);
    row("free form, indented", "  integer :: n, &\n             m\n", SourceLanguage::Fortran);
    row("C", "/* sizes */\n#define N 4\nint table[N];\n", SourceLanguage::Cpp);
    row("data", "1 2 3\n", SourceLanguage::Plain);
    row("nothing", "", SourceLanguage::Plain);
}

void TestSourceLexers::whatIsIncludedTellsItsLanguage()
{
    QFETCH(QString, text);
    QFETCH(int, language);
    QCOMPARE(int(languageOf("/src/sizes.inc", text)), language);
}

void TestSourceLexers::wordsHaveTheirStyles_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("role");
    const auto rows = [](const char* name, SourceLanguage language, const char* text,
                         std::initializer_list<std::pair<const char*, ColorRole>> words) {
        for (const auto& [word, role] : words)
            QTest::addRow("%s: %s", name, word) << int(language) << text << word << int(role);
    };
    using R = ColorRole;
    rows("C++", SourceLanguage::Cpp, "#include <map>\n// why\nconstexpr int n = 41;\nauto s = \"text\"; // end\n",
         {{"#include", R::Preprocessor},
          {"// why", R::Comment},
          {"constexpr", R::Keyword},
          {"41", R::Number},
          {"\"text", R::StringText},
          {"n =", R::Text}});
    rows("CUDA", SourceLanguage::Cpp, "__global__ void f() { int i = threadIdx.x; }\n",
         {{"__global__", R::Keyword}, {"threadIdx", R::Keyword}, {"i =", R::Text}});
    rows("Fortran", SourceLanguage::Fortran,
         "subroutine relax(x) ! one sweep\n  x = 'text'\n  k = 41\nend subroutine\n",
         {{"subroutine", R::Keyword},
          {"! one", R::Comment},
          {"'text", R::StringText},
          {"41", R::Number},
          {"k =", R::Text}});
    rows("fixed form", SourceLanguage::FixedFortran, "C     one sweep\n      subroutine relax\n      k = 41\n",
         {{"C     one", R::Comment}, {"subroutine", R::Keyword}, {"41", R::Number}});
    rows("Python", SourceLanguage::Python, "# why\n@cached\ndef f(x):\n    return 'text', 41\n",
         {{"# why", R::Comment},
          {"@cached", R::Preprocessor},
          {"def", R::Keyword},
          {"'text", R::StringText},
          {"41", R::Number}});
    rows("assembler", SourceLanguage::Assembler,
         "#include <a.h>\n# why\n\t.string \"text\"\nwork:\tmovq $41, %rax # end\n.L3:\n\tjmp work\n\t/* so */ ret\n",
         {{"#include", R::Preprocessor},
          {"# why", R::Comment},
          {".string", R::Preprocessor},
          {"\"text", R::StringText},
          {"work:", R::Keyword},
          {"movq", R::Keyword},
          {"$41", R::Number},
          {"%rax", R::Preprocessor},
          {"# end", R::Comment},
          {".L3", R::Keyword},
          {"work\n", R::Text},
          {"/* so", R::Comment},
          {"ret", R::Keyword}});
    rows("assembler of ARM", SourceLanguage::Assembler, "\tldr\tx0, [sp, #16] // end\n\tadd w1, w2, w3\n",
         {{"ldr", R::Keyword},
          {"x0", R::Preprocessor},
          {"sp", R::Preprocessor},
          {"#16", R::Number},
          {"// end", R::Comment}});
    rows("NASM", SourceLanguage::Assembler, "section .text\nmain: mov eax, 0x29 ; why\n%macro two 1\n",
         {{"section", R::Preprocessor},
          {"main", R::Keyword},
          {"eax", R::Preprocessor},
          {"0x29", R::Number},
          {"; why", R::Comment},
          {"%macro", R::Preprocessor}});
}

void TestSourceLexers::wordsHaveTheirStyles()
{
    QFETCH(int, language);
    QFETCH(QString, text);
    QFETCH(QString, word);
    QFETCH(int, role);
    const Lexed source(SourceLanguage(language), text);
    QCOMPARE(source.colorOf(word).name(), source.theme.color(ColorRole(role)).name());
}

void TestSourceLexers::aCommentOfSeveralLinesEnds()
{
    const Lexed source(SourceLanguage::Assembler, "/* one\n two */\n nop\n");
    const QColor comment = source.theme.color(ColorRole::Comment);
    QCOMPARE(source.colorOf("/* one").name(), comment.name());
    QCOMPARE(source.colorOf("two").name(), comment.name());
    QVERIFY(source.colorOf("nop") != comment);
}

DBGR_TEST(TestSourceLexers, QApplication);

} // namespace tst_source_lexers

#include "tst_source_lexers.moc"
