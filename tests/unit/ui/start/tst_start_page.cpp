// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/start/launch_form.h"
#include "ui/start/start_page.h"
#include "ui/window/action_table.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>

namespace tst_start_page {

using namespace dbgr;
using namespace dbgr::ui;

namespace {

struct Page : test::UiFixture
{
    Page()
    {
        page = std::make_unique<StartPage>(context);
        page->resize(1000, 700);
        page->show();
        page->activateWindow();
        QObject::connect(page.get(), &StartPage::launchRequested, page.get(),
                         [this](const LaunchRequest& request) { launched.push_back(request); });
    }
    template <class T>
    [[nodiscard]] T* child(const char* name) const
    {
        return page->findChild<T*>(name);
    }
    void type(const QString& command) { child<QComboBox>("command")->setEditText(command); }
    [[nodiscard]] QLineEdit* commandLine() const { return child<QComboBox>("command")->lineEdit(); }
    [[nodiscard]] bool says(const QString& text) const
    {
        for (const QLabel* const label : page->findChildren<QLabel*>()) {
            if (!label->isHidden() && label->text().contains(text))
                return true;
        }
        return false;
    }

    std::unique_ptr<StartPage> page;
    std::vector<LaunchRequest> launched;
};

} // namespace

class TestStartPage : public QObject
{
    Q_OBJECT

private slots:
    void returnInTheCommandLaunches();
    void offersRunningJobsAndCoreFiles();
    void theButtonLaunchesAllThatTheFormSays();
    void anEmptyCommandIsSaidInPlace();
    void aProblemGoesAsSoonAsItIsMended();
    void theLastLaunchFillsTheForm();
    void aNewUserGetsTheSettings();
    void clickOnARecentLaunchFillsTheForm();
    void returnOnARecentLaunchStartsIt();
    void deleteOnARecentLaunchForgetsIt();
    void aRecentLaunchWhoseFolderIsGoneIsNotStarted();
};

void TestStartPage::offersRunningJobsAndCoreFiles()
{
    Page test;
    for (const auto& [button, name] : {std::pair("startAttach", action::kAttach), {"startCores", action::kOpenCores}}) {
        QSignalSpy triggered(test.actions.get(name), &QAction::triggered);
        test.child<QPushButton>(button)->click();
        QCOMPARE(triggered.count(), 1);
    }
    QVERIFY(test.says("core files"));
}

void TestStartPage::returnInTheCommandLaunches()
{
    Page test;
    test.type("mpiexec -n 4 ./ring");
    QTest::keyClick(test.child<QComboBox>("command"), Qt::Key_Return);
    QCOMPARE(test.launched.size(), std::size_t(1));
    QCOMPARE(test.launched.front().command, "mpiexec -n 4 ./ring");
    QCOMPARE(test.launched.front().folder, QDir::currentPath());
    QTest::keyClick(test.child<QComboBox>("command"), Qt::Key_Return);
    QCOMPARE(test.launched.size(), std::size_t(2));
}

void TestStartPage::theButtonLaunchesAllThatTheFormSays()
{
    Page test;
    test.type("mpiexec ./a");
    test.child<QLineEdit>("folder")->setText("/tmp");
    test.child<QComboBox>("firstStop")->setEditText("ring.cpp:29");
    test.child<QComboBox>("hold")->setCurrentIndex(test.child<QComboBox>("hold")->findData("exec"));
    test.child<QToolButton>("showEnvironment")->click();
    test.child<QPlainTextEdit>("environment")->setPlainText("A=1\n\n B=2 \n");
    test.child<QPushButton>("launch")->click();
    const LaunchRequest wanted{"mpiexec ./a", "/tmp", {"A=1", "B=2"}, launchers::HoldPoint::Exec, "ring.cpp:29"};
    QCOMPARE(test.launched, std::vector{wanted});
}

void TestStartPage::anEmptyCommandIsSaidInPlace()
{
    Page test;
    test.child<QPushButton>("launch")->click();
    QVERIFY(test.launched.empty());
    QVERIFY(test.says("Type a command"));
}

void TestStartPage::aProblemGoesAsSoonAsItIsMended()
{
    Page test;
    test.type("mpiexec 'a");
    QVERIFY(!test.says("A quote has no end")); // not while typing it for the first time
    test.child<QPushButton>("launch")->click();
    QVERIFY(test.says("A quote has no end"));
    test.type("mpiexec 'a'");
    QVERIFY(!test.says("A quote has no end"));
}

void TestStartPage::theLastLaunchFillsTheForm()
{
    Page test;
    const LaunchRequest request{"mpiexec ./b", "/tmp", {"A=1"}, launchers::HoldPoint::None, "main"};
    test.page->remember(request);
    const StartPage again(test.context);
    QCOMPARE(again.findChild<LaunchForm*>()->request(), request);
}

void TestStartPage::aNewUserGetsTheSettings()
{
    Page test;
    test.settings.setEntry("launch/hold", "app");
    test.settings.setEntry("launch/firstStop", "main");
    const StartPage page(test.context);
    const LaunchRequest expected{{}, QDir::currentPath(), {}, launchers::HoldPoint::App, "main"};
    QCOMPARE(page.findChild<LaunchForm*>()->request(), expected);
}

void TestStartPage::clickOnARecentLaunchFillsTheForm()
{
    Page test;
    test.page->remember({"mpiexec ./a", "/tmp", {}, {}, {}});
    test.page->remember({"mpiexec ./b", "/tmp", {}, {}, {}});
    auto* const view = test.child<QTreeView>("recentView");
    const QRect second = view->visualRect(view->model()->index(1, 0));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, second.center());
    QCOMPARE(test.commandLine()->text(), "mpiexec ./a");
    QVERIFY(test.launched.empty());
}

void TestStartPage::returnOnARecentLaunchStartsIt()
{
    Page test;
    test.page->remember({"mpiexec ./a", "/tmp", {}, {}, {}});
    test.page->remember({"mpiexec ./b", "/tmp", {}, {}, {}});
    auto* const view = test.child<QTreeView>("recentView");
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    view->setCurrentIndex(view->model()->index(1, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QCOMPARE(test.launched.size(), std::size_t(1));
    QCOMPARE(test.launched.front().command, "mpiexec ./a");
    QCOMPARE(view->model()->index(0, 0).data().toString(), "mpiexec ./a");
}

void TestStartPage::deleteOnARecentLaunchForgetsIt()
{
    Page test;
    test.page->remember({"mpiexec ./a", "/tmp", {}, {}, {}});
    auto* const view = test.child<QTreeView>("recentView");
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Delete);
    QCOMPARE(view->model()->rowCount(), 0);
}

void TestStartPage::aRecentLaunchWhoseFolderIsGoneIsNotStarted()
{
    Page test;
    test.page->remember({"mpiexec ./a", "/no/such/folder", {}, {}, {}});
    auto* const view = test.child<QTreeView>("recentView");
    view->setFocus();
    QTRY_VERIFY(view->hasFocus());
    view->setCurrentIndex(view->model()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Return);
    QVERIFY(test.launched.empty());
    QVERIFY(test.says("There is no such folder"));
}

DBGR_TEST(TestStartPage, QApplication);

} // namespace tst_start_page

#include "tst_start_page.moc"
