// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "ui/source/source_lexers.h"

using namespace dbgr::ui;

class TestSourceLexers : public QObject
{
    Q_OBJECT

private slots:
    void theExtensionTellsTheLanguage();
};

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
    check(SourceLanguage::Plain, {"Makefile", "a.txt", "a"});
}

QTEST_GUILESS_MAIN(TestSourceLexers)
#include "tst_source_lexers.moc"
