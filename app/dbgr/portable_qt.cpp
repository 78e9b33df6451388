// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/portable_qt.h"

#include "util/own_programs.h"

#include <QCoreApplication>
#include <QFontDatabase>

namespace dbgr::app {

namespace {

constexpr const char* kFontVariable = "FONTCONFIG_FILE";
bool fontsAreOurs = false;

} // namespace

void prepareOwnQt()
{
    if (const std::string plugins = util::ownCompanion("plugins"); !plugins.empty())
        QCoreApplication::setLibraryPaths({QString::fromStdString(plugins)});
    const std::string fonts = util::ownCompanion("fonts/fonts.conf");
    fontsAreOurs = !fonts.empty() && !qEnvironmentVariableIsSet(kFontVariable);
    if (fontsAreOurs)
        qputenv(kFontVariable, QByteArray::fromStdString(fonts));
}

void tidyUpAfterQt()
{
    if (!fontsAreOurs)
        return;
    (void)QFontDatabase::families(); // now it has been read
    qunsetenv(kFontVariable);
}

} // namespace dbgr::app
