// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the preferences that show a setting and store it as soon as it changes. Thread: GUI.
#pragma once

#include "ui/settings/settings.h"

#include <QList>
#include <QString>

#include <utility>

class QComboBox;
class QFormLayout;
class QLabel;
class QSpinBox;
class QWidget;

namespace dbgr::ui {

/// A form with the distances that all pages have.
[[nodiscard]] QFormLayout* makeForm(QWidget* page);
/// A line of smaller weight beneath a field.
[[nodiscard]] QLabel* makeRemark(const QString& text);

/// \param choices stored name and shown words
[[nodiscard]] QComboBox* makeChoice(Settings& settings, const SettingKey<QString>& key,
                                    const QList<std::pair<QString, QString>>& choices);

struct NumberRange
{
    int least;
    int most;
    int step = 1;
    QString unit;      ///< shown behind the number, with a blank before it
    QString atLeast{}; ///< shown instead of the least number
};
[[nodiscard]] QSpinBox* makeNumber(Settings& settings, const SettingKey<int>& key, const NumberRange& range);

} // namespace dbgr::ui
