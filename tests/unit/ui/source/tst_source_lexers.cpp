// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/source/source_lexers.h"

namespace tst_source_lexers {

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

DBGR_TEST(TestSourceLexers, QCoreApplication);

} // namespace tst_source_lexers

#include "tst_source_lexers.moc"
