// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/output_limits.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/settings/setting_keys.h"
#include "ui/window/action_table.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHash>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeView>
#include <QTreeWidget>

namespace tst_preferences {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Dialog : test::UiFixture
{
    Dialog() : dialog(std::make_unique<PreferencesDialog>(context)) {}

    template <class T>
    [[nodiscard]] T* child(const char* name) const
    {
        return dialog->findChild<T*>(name);
    }
    void choose(const QString& command)
    {
        auto* const view = child<QTreeView>("keysView");
        const auto found =
            view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, command, 1, Qt::MatchExactly);
        QVERIFY(!found.isEmpty());
        view->setCurrentIndex(found.front());
    }

    std::unique_ptr<PreferencesDialog> dialog;
};

} // namespace

class TestPreferences : public QObject
{
    Q_OBJECT

private slots:
    void theThemeCountsAtOnce();
    void fontsAreTheDesktopsUntilTheUserSaysOtherwise();
    void theFirstStepOfASizeBeginsAtTheOneShown();
    void launchSettingsAreStored();
    void keysAreTakenWhenNobodyHasThem();
    void keysOfAnotherCommandAreAskedForInPlace();
    void noTwoCommandsHaveTheSameKeys();
    void outputLimitsReachTheSession();
    void aboutNamesVersionAndLicences();
};

void TestPreferences::theThemeCountsAtOnce()
{
    Dialog test;
    auto* const box = test.child<QComboBox>("appearance/theme");
    box->setCurrentIndex(box->findData("dark"));
    emit box->activated(box->currentIndex());
    QVERIFY(test.theme.isDark());
    test.settings.set(setting::kTheme, QStringLiteral("light")); // from elsewhere
    QCOMPARE(box->currentData().toString(), "light");
}

void TestPreferences::fontsAreTheDesktopsUntilTheUserSaysOtherwise()
{
    Dialog test;
    auto* const desktop = test.child<QCheckBox>("appearance/fixedFont");
    QVERIFY(desktop->isChecked());
    desktop->click();
    QVERIFY(!test.settings.value(setting::kFixedFont).isEmpty());
    desktop->click();
    QCOMPARE(test.settings.value(setting::kFixedFont), QString());
}

void TestPreferences::theFirstStepOfASizeBeginsAtTheOneShown()
{
    Dialog test;
    auto* const size = test.child<QSpinBox>("appearance/fixedFontSize");
    const int usual = QApplication::font().pointSize();
    size->stepUp();
    QCOMPARE(test.settings.value(setting::kFixedFontSize), usual + 1);
    QCOMPARE(size->value(), usual + 1);
    size->setValue(size->minimum());
    QCOMPARE(test.settings.value(setting::kFixedFontSize), 0);
}

void TestPreferences::launchSettingsAreStored()
{
    Dialog test;
    test.child<QSpinBox>("launch/patience")->setValue(90);
    QCOMPARE(test.settings.value(setting::kLaunchPatience), 90);
    auto* const stop = test.child<QLineEdit>("launch/firstStop");
    stop->setText(" main ");
    emit stop->editingFinished();
    QCOMPARE(test.settings.value(setting::kFirstStop), "main");
    test.child<QSpinBox>("launch/lostAfter")->setValue(600);
    QCOMPARE(test.settings.value(setting::kLostAfter), 600);
    test.child<QCheckBox>("launch/pushDaemons")->click();
    QVERIFY(test.settings.value(setting::kPushDaemons));
}

void TestPreferences::keysAreTakenWhenNobodyHasThem()
{
    Dialog test;
    test.choose("Continue");
    auto* const edit = test.child<QKeySequenceEdit>("keysEdit");
    QCOMPARE(edit->keySequence(), QKeySequence("F5"));
    edit->setKeySequence(QKeySequence("F8"));
    emit edit->editingFinished();
    QCOMPARE(test.actions.get(action::kContinue)->shortcut(), QKeySequence("F8"));
    test.child<QPushButton>("keysReset")->click();
    QCOMPARE(test.actions.get(action::kContinue)->shortcut(), QKeySequence("F5"));
}

/// Nor begin the keys of one with those of another.
void TestPreferences::noTwoCommandsHaveTheSameKeys()
{
    QHash<QString, QString> owners;
    for (const ActionInfo& info : actionTable()) {
        for (const QKeySequence& one : QKeySequence::listFromString(info.keys)) {
            const QString keys = one.toString();
            if (keys.isEmpty())
                continue;
            QVERIFY2(!owners.contains(keys), qPrintable(keys + ": " + info.name + " and " + owners.value(keys)));
            owners.insert(keys, info.name);
        }
    }
    QVERIFY(owners.size() > 50);
    for (auto one = owners.cbegin(); one != owners.cend(); ++one) {
        const QString first = one.key().section(QStringLiteral(", "), 0, 0);
        QVERIFY2(first == one.key() || !owners.contains(first), qPrintable(one.key() + ": " + owners.value(first)));
    }
}

void TestPreferences::keysOfAnotherCommandAreAskedForInPlace()
{
    Dialog test;
    test.choose("Continue");
    auto* const edit = test.child<QKeySequenceEdit>("keysEdit");
    auto* const take = test.child<QPushButton>("keysTake");
    QVERIFY(take->isHidden());
    edit->setKeySequence(QKeySequence("F10"));
    emit edit->editingFinished();
    QCOMPARE(test.actions.get(action::kContinue)->shortcut(), QKeySequence("F5"));
    QCOMPARE(test.child<QLabel>("keysConflict")->text(), "F10 belongs to \"Step Over\", which would lose it.");
    QVERIFY(!take->isHidden());
    take->click();
    QCOMPARE(test.actions.get(action::kContinue)->shortcut(), QKeySequence("F10"));
    QVERIFY(test.actions.get(action::kStepOver)->shortcut().isEmpty());
    QVERIFY(take->isHidden());
}

void TestPreferences::outputLimitsReachTheSession()
{
    Dialog test;
    followOutputLimits(test.context, &test.notices);
    test.bringUpRunning(1);
    test.child<QSpinBox>("limits/outputLines")->setValue(1000);
    QCOMPARE(outputLimits(test.settings).linesPerRank, std::size_t(1000));
    QString lines;
    for (int i = 0; i < 1500; ++i)
        lines += "line\n";
    test.fake->write(util::Rank(0), lines.toStdString());
    test.settle();
    QVERIFY(test.session->output().linesOf(util::Rank(0)).size() <= 1000);
    test.settings.set(setting::kOutputMegabytes, 16);
    QCOMPARE(outputLimits(test.settings).bytesPerRank, std::size_t(16) << 20);
}

void TestPreferences::aboutNamesVersionAndLicences()
{
    Dialog test;
    const AboutDialog about(test.context);
    QVERIFY(about.findChild<QLabel*>("aboutVersion")->text().contains(QRegularExpression("[0-9]+\\.[0-9]+")));
    QVERIFY(about.findChild<QTreeWidget*>("aboutLibraries")->topLevelItemCount() > 10);
    for (const char* const licence : {"GPL-3.0-or-later", "BSD-3-Clause"})
        QVERIFY2(about.findChild<QPlainTextEdit*>(licence)->toPlainText().size() > 1000, licence);
}

DBGR_TEST(TestPreferences, QApplication);

} // namespace tst_preferences

#include "tst_preferences.moc"
