// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/format_menu.h"

#include <QAction>
#include <QList>
#include <QMenu>
#include <QString>

#include <utility>

namespace dbgr::ui {

QMenu* makeFormatMenu(QWidget* parent, const std::function<void(char)>& chosen)
{
    auto* const menu = new QMenu(QObject::tr("&Format"), parent);
    const QList<std::pair<char, QString>> formats{{'\0', QObject::tr("&Natural")},  {'x', QObject::tr("&Hexadecimal")},
                                                  {'d', QObject::tr("&Decimal")},   {'t', QObject::tr("&Binary")},
                                                  {'o', QObject::tr("&Octal")},     {'c', QObject::tr("&Character")},
                                                  {'e', QObject::tr("&Scientific")}};
    for (const auto& [letter, name] : formats)
        QObject::connect(menu->addAction(name), &QAction::triggered, parent,
                         [chosen, letter = letter] { chosen(letter); });
    return menu;
}

} // namespace dbgr::ui
