// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/source/source_language.h"

#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QStringList>

#include <initializer_list>

namespace dbgr::ui {

namespace {

constexpr qsizetype kLooksAt = 16384; ///< characters of the beginning
constexpr qsizetype kFixedColumns = 72;

const QHash<QString, SourceLanguage>& languagesByExtension()
{
    static const QHash<QString, SourceLanguage> kTable = [] {
        QHash<QString, SourceLanguage> table;
        const auto add = [&](SourceLanguage language, std::initializer_list<const char*> extensions) {
            for (const char* const extension : extensions)
                table.insert(QLatin1String(extension), language);
        };
        add(SourceLanguage::Cpp, {"c",   "h",   "cc",  "cp",  "cpp", "cxx", "c++", "hh",  "hpp",  "hxx",
                                  "h++", "inl", "ipp", "tcc", "tpp", "cu",  "cuh", "hip", "cppm", "ixx"});
        add(SourceLanguage::Fortran, {"f90", "f95", "f03", "f08", "f18", "fpp90"});
        add(SourceLanguage::FixedFortran, {"f", "for", "ftn", "f77", "fpp"});
        add(SourceLanguage::Python, {"py", "pyx", "pyi"});
        add(SourceLanguage::Assembler, {"s", "asm", "sx"});
        return table;
    }();
    return kTable;
}

/// <vector>, <experimental/filesystem>: headers of the library have no extension, and are below such a folder.
bool isHeaderOfLibrary(const QString& path)
{
    static const QRegularExpression kHeader(QStringLiteral("/(?:c\\+\\+|include)/(?:.*/)?[a-z][a-z0-9_]*$"));
    return kHeader.match(path).hasMatch();
}

bool namesCpp(QStringView text)
{
    static const QRegularExpression kMode(QStringLiteral("-\\*-.*C\\+\\+.*-\\*-"));
    return kMode.match(text.left(400).toString()).hasMatch();
}

/// Comments in the first column, six columns before statements, nothing behind the 72nd.
bool isFixedForm(QStringView text)
{
    static const QRegularExpression kComment(QStringLiteral("^[cC*!]"));
    static const QRegularExpression kStatement(QStringLiteral("^(?:[ 0-9]{5}[^\\s]?|\\t| {6,})\\s*[^\\s]"));
    qsizetype statements = 0;
    for (const QStringView line : text.left(kLooksAt).split(u'\n')) {
        const QString words = line.toString();
        if (words.trimmed().isEmpty() || words.startsWith(u'#') || words.trimmed().startsWith(u'!'))
            continue;
        if (words.size() > kFixedColumns || words.trimmed().endsWith(u'&'))
            return false;
        if (kComment.match(words).hasMatch())
            continue;
        if (!kStatement.match(words).hasMatch())
            return false;
        ++statements;
    }
    return statements > 0;
}

/// ".inc" is what people include, in C as in Fortran.
SourceLanguage languageOfIncluded(QStringView text)
{
    static const QRegularExpression kFortran(
        QStringLiteral(
            "^\\s*(?:!|(?:integer|real|logical|character|complex|parameter|common|implicit|dimension|save|data)\\b|"
            "double\\s+precision\\b|include\\s*'|type\\s*\\(|(?:end|use|call)\\s)"),
        QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kC(
        QStringLiteral("^\\s*(?://|/\\*|#\\s*(?:include|define|if|pragma|undef))|[;{}]\\s*$"),
        QRegularExpression::MultilineOption);
    const QString begin = text.left(kLooksAt).toString();
    if (kC.match(begin).hasMatch())
        return SourceLanguage::Cpp;
    if (isFixedForm(text))
        return SourceLanguage::FixedFortran;
    return kFortran.match(begin).hasMatch() ? SourceLanguage::Fortran : SourceLanguage::Plain;
}

} // namespace

SourceLanguage languageOf(const QString& path, QStringView text)
{
    const QString extension = QFileInfo(path).suffix().toLower(); // ".F90" is Fortran for the preprocessor
    if (extension == QLatin1String("inc"))
        return languageOfIncluded(text);
    if (extension.isEmpty() && (isHeaderOfLibrary(path) || namesCpp(text)))
        return SourceLanguage::Cpp;
    return languagesByExtension().value(extension, SourceLanguage::Plain);
}

bool isFortran(SourceLanguage language)
{
    return language == SourceLanguage::Fortran || language == SourceLanguage::FixedFortran;
}

} // namespace dbgr::ui
