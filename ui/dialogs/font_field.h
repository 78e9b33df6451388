// SPDX-License-Identifier: GPL-3.0-or-later
// Family and size of a font, or that of the desktop. Thread: GUI.
#pragma once

#include "ui/settings/settings.h"

#include <QWidget>

class QCheckBox;
class QFontComboBox;
class QSpinBox;

namespace dbgr::ui {

class FontField final : public QWidget
{
    Q_OBJECT

public:
    struct Keys
    {
        SettingKey<QString> family; ///< "" the desktop's
        SettingKey<int> size;       ///< 0 the desktop's
    };

    /// \param desktopWords "Use the desktop's" \param fixedOnly offers faces of fixed width
    FontField(Settings& settings, Keys keys, const QString& desktopWords, bool fixedOnly, QWidget* parent = nullptr);

private:
    void show();
    void takeSize(int points);

    Settings& m_settings;
    Keys m_keys;
    QCheckBox* m_desktop;
    QFontComboBox* m_family;
    QSpinBox* m_size;
};

} // namespace dbgr::ui
