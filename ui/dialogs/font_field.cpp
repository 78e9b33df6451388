// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/font_field.h"

#include <QApplication>
#include <QCheckBox>
#include <QFontComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace dbgr::ui {

namespace {

constexpr int kLeastPoints = 5;
constexpr int kMostPoints = 48;
constexpr int kDesktopsSize = kLeastPoints - 1; ///< what the field holds for it
constexpr int kFamilyWidth = 220;

} // namespace

FontField::FontField(Settings& settings, Keys keys, const QString& desktopWords, bool fixedOnly, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_keys(std::move(keys)), m_desktop(new QCheckBox(desktopWords)),
      m_family(new QFontComboBox), m_size(new QSpinBox)
{
    m_desktop->setObjectName(QLatin1String(m_keys.family.name));
    m_family->setAccessibleName(tr("Font"));
    m_family->setFixedWidth(kFamilyWidth);
    m_family->setEditable(false);
    if (fixedOnly)
        m_family->setFontFilters(QFontComboBox::MonospacedFonts);
    m_size->setObjectName(QLatin1String(m_keys.size.name));
    m_size->setAccessibleName(tr("Font size"));
    m_size->setRange(kDesktopsSize, kMostPoints);
    m_size->setSpecialValueText(tr("usual size"));
    m_size->setSuffix(tr(" pt"));
    m_size->setKeyboardTracking(false); // not each digit
    auto* const line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_family);
    line->addWidget(m_size);
    line->addStretch(1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_desktop);
    layout->addLayout(line);

    const QString usual =
        fixedOnly ? QFontDatabase::systemFont(QFontDatabase::FixedFont).family() : QApplication::font().family();
    connect(m_desktop, &QCheckBox::clicked, this, [this, usual](bool desktop) {
        m_settings.set(m_keys.family, desktop ? QString() : usual);
        if (desktop)
            m_settings.set(m_keys.size, 0);
    });
    connect(m_family, &QFontComboBox::currentFontChanged, this,
            [this](const QFont& font) { m_settings.set(m_keys.family, font.family()); });
    connect(m_size, &QSpinBox::valueChanged, this, &FontField::takeSize);
    connect(&settings, &Settings::changed, this, &FontField::show);
    show();
}

void FontField::takeSize(int points)
{
    const bool leavesUsual = m_settings.value(m_keys.size) == 0 && points == kLeastPoints;
    if (points == kDesktopsSize)
        m_settings.set(m_keys.size, 0);
    else // the first step up begins at the size that is shown
        m_settings.set(m_keys.size, leavesUsual ? QApplication::font().pointSize() + 1 : points);
}

void FontField::show()
{
    const QString family = m_settings.value(m_keys.family);
    const bool desktop = family.isEmpty();
    m_desktop->setChecked(desktop);
    m_family->setEnabled(!desktop);
    const QSignalBlocker quiet(m_family);
    const QSignalBlocker quietToo(m_size);
    const int points = m_settings.value(m_keys.size);
    m_size->setValue(points == 0 ? kDesktopsSize : points);
    m_family->setCurrentFont(desktop ? QApplication::font() : QFont(family));
}

} // namespace dbgr::ui

#include "moc_font_field.cpp"
