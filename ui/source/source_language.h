// SPDX-License-Identifier: GPL-3.0-or-later
// Languages of source files, by what they are called and, where that does not tell, by how they begin. Thread: any.
#pragma once

#include <QString>

namespace dbgr::ui {

enum class SourceLanguage
{
    Plain,
    Cpp, ///< C, C++ and CUDA
    Fortran,
    FixedFortran,
    Python,
    Assembler,
};

/// \param text "" where it is not known; then files that may be of several languages are Plain
[[nodiscard]] SourceLanguage languageOf(const QString& path, QStringView text = {});
/// In either form.
[[nodiscard]] bool isFortran(SourceLanguage language);

} // namespace dbgr::ui
