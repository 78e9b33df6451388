// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/setting_fields.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

namespace dbgr::ui {

QFormLayout* makeForm(QWidget* page)
{
    auto* const form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(10);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    return form;
}

QLabel* makeRemark(const QString& text)
{
    auto* const label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setMinimumWidth(360);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QComboBox* makeChoice(Settings& settings, const SettingKey<QString>& key,
                      const QList<std::pair<QString, QString>>& choices)
{
    auto* const box = new QComboBox;
    box->setObjectName(QLatin1String(key.name));
    for (const auto& [name, words] : choices)
        box->addItem(words, name);
    const auto show = [box, &settings, key] {
        const int index = box->findData(settings.value(key));
        box->setCurrentIndex(index < 0 ? box->findData(key.fallback) : index);
    };
    show();
    QObject::connect(box, &QComboBox::activated, &settings,
                     [box, &settings, key] { settings.set(key, box->currentData().toString()); });
    QObject::connect(&settings, &Settings::changed, box, show);
    return box;
}

QSpinBox* makeNumber(Settings& settings, const SettingKey<int>& key, const NumberRange& range)
{
    auto* const box = new QSpinBox;
    box->setObjectName(QLatin1String(key.name));
    box->setRange(range.least, range.most);
    box->setSingleStep(range.step);
    box->setGroupSeparatorShown(true);
    box->setSuffix(range.unit.isEmpty() ? QString() : u' ' + range.unit);
    box->setSpecialValueText(range.atLeast);
    box->setKeyboardTracking(false); // not each digit
    box->setAlignment(Qt::AlignRight);
    const auto show = [box, &settings, key] { box->setValue(settings.value(key)); };
    show();
    QObject::connect(box, &QSpinBox::valueChanged, &settings,
                     [&settings, key](int value) { settings.set(key, value); });
    QObject::connect(&settings, &Settings::changed, box, show);
    return box;
}

} // namespace dbgr::ui
