// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "ui/dialogs/keys_model.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/window/action_table.h"
#include "ui/window/actions.h"

#include <QTemporaryDir>

namespace tst_keys_model {

using namespace dbgr::ui;

namespace {

struct Test
{
    [[nodiscard]] int row(const char* name) const { return int(actions.all().indexOf(actions.get(name))); }
    [[nodiscard]] QString keys(const char* name) const
    {
        return model.index(row(name), KeysModel::Keys).data().toString();
    }

    QTemporaryDir folder;
    Settings settings{folder.filePath("settings.ini")};
    Theme theme{settings};
    Actions actions{settings, theme};
    KeysModel model{actions};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestKeysModel : public QObject
{
    Q_OBJECT

private slots:
    void everyCommandIsARow();
    void otherKeysAreShownAndStored();
    void keysThatAnotherCommandHasAreAConflict();
    void takenKeysAreGoneFromTheOther();
    void aCommandCanHaveNoKeys();
    void resetBringsBackTheFirstKeys();
    void resetTakesItsKeysFromWhoGotThem();
    void resetAllForgetsEverything();
};

void TestKeysModel::everyCommandIsARow()
{
    Test test;
    QCOMPARE(test.model.rowCount(), int(actionTable().size()));
    QCOMPARE(test.model.index(test.row(action::kStepOver), KeysModel::Command).data().toString(), "Step Over");
    QCOMPARE(test.model.index(test.row(action::kStepOver), KeysModel::Menu).data().toString(), "Run");
    QCOMPARE(test.keys(action::kStepOver), "F10");
}

void TestKeysModel::otherKeysAreShownAndStored()
{
    Test test;
    QSignalSpy spy(&test.model, &KeysModel::dataChanged);
    test.model.setKeys(test.row(action::kContinue), QKeySequence("F8"));
    QVERIFY(!spy.isEmpty());
    QCOMPARE(test.keys(action::kContinue), "F8");
    QVERIFY(test.model.isChanged(test.row(action::kContinue)));
    const Actions again(test.settings, test.theme);
    QCOMPARE(again.get(action::kContinue)->shortcut(), QKeySequence("F8"));
}

void TestKeysModel::keysThatAnotherCommandHasAreAConflict()
{
    Test test;
    const int row = test.row(action::kContinue);
    QCOMPARE(test.model.conflict(row, QKeySequence("F10")), test.actions.get(action::kStepOver));
    QCOMPARE(test.model.conflict(row, QKeySequence("F5")), nullptr); // its own
    QCOMPARE(test.model.conflict(row, QKeySequence("F8")), nullptr);
    QCOMPARE(test.model.conflict(row, QKeySequence()), nullptr);
}

void TestKeysModel::takenKeysAreGoneFromTheOther()
{
    Test test;
    test.model.setKeys(test.row(action::kContinue), QKeySequence("F10"));
    QCOMPARE(test.keys(action::kContinue), "F10");
    QCOMPARE(test.keys(action::kStepOver), "");
    const Actions again(test.settings, test.theme);
    QVERIFY(again.get(action::kStepOver)->shortcut().isEmpty());
}

void TestKeysModel::aCommandCanHaveNoKeys()
{
    Test test;
    test.model.setKeys(test.row(action::kContinue), {});
    QCOMPARE(test.keys(action::kContinue), "");
}

void TestKeysModel::resetBringsBackTheFirstKeys()
{
    Test test;
    const int row = test.row(action::kContinue);
    test.model.setKeys(row, QKeySequence("F8"));
    test.model.reset(row);
    QCOMPARE(test.keys(action::kContinue), "F5");
    QVERIFY(!test.model.isChanged(row));
    QVERIFY(test.settings.entriesOf("keys").isEmpty());
}

void TestKeysModel::resetTakesItsKeysFromWhoGotThem()
{
    Test test;
    test.model.setKeys(test.row(action::kContinue), QKeySequence("F10"));
    test.model.reset(test.row(action::kStepOver));
    QCOMPARE(test.keys(action::kStepOver), "F10");
    QCOMPARE(test.keys(action::kContinue), "");
}

void TestKeysModel::resetAllForgetsEverything()
{
    Test test;
    test.model.setKeys(test.row(action::kContinue), QKeySequence("F10"));
    test.model.resetAll();
    QCOMPARE(test.keys(action::kContinue), "F5");
    QCOMPARE(test.keys(action::kStepOver), "F10");
    QVERIFY(test.settings.entriesOf("keys").isEmpty());
}

DBGR_TEST(TestKeysModel, QApplication);

} // namespace tst_keys_model

#include "tst_keys_model.moc"
