// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/run/test_class.h"
#include "tests/support/session/session_fixture.h"
#include "tests/support/ui/fake_job_directory.h"
#include "tests/support/ui/ui_fixture.h"
#include "ui/attach/attach_dialog.h"
#include "ui/attach/core_files_page.h"
#include "ui/attach/job_list_model.h"
#include "ui/widgets/filtered_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

#include <optional>

namespace tst_attach_dialog {

using namespace dbgr;
using namespace dbgr::ui;
using namespace std::chrono_literals;

namespace {

struct Dialog : test::UiFixture
{
    explicit Dialog(AttachDialog::Page page = AttachDialog::Page::Jobs)
    {
        context.jobs = &directory;
        dialog = std::make_unique<AttachDialog>(context);
        QObject::connect(dialog.get(), &AttachDialog::attachRequested, dialog.get(),
                         [this](const launchers::AttachSpec& spec) { asked = spec; });
        dialog->open(page);
        if (!QTest::qWaitForWindowActive(dialog.get()))
            qFatal("the dialog does not get the keyboard");
    }
    /// The listing as the dialog hears of it the next time that it looks.
    void list(std::vector<launchers::RunningJob> jobs)
    {
        directory.listing.jobs = std::move(jobs);
        run();
        QTest::keyClick(dialog.get(), Qt::Key_F5);
        run();
    }
    template <class T>
    [[nodiscard]] T* child(const char* name) const
    {
        return dialog->findChild<T*>(name);
    }
    [[nodiscard]] QTreeView* view() const { return child<QTreeView>("runningJobsView"); }
    [[nodiscard]] QString current() const
    {
        return view()->currentIndex().siblingAtColumn(JobListModel::Process).data().toString();
    }
    [[nodiscard]] bool canAttach() const { return child<QPushButton>("attach")->isEnabled(); }
    [[nodiscard]] QString label(const char* name) const
    {
        const auto* const found = child<QLabel>(name);
        return found->isHidden() ? QString() : found->text();
    }
    void press(Qt::Key key) const { QTest::keyClick(dialog->focusWidget(), key); }

    test::FakeJobDirectory directory{scheduler};
    std::unique_ptr<AttachDialog> dialog;
    std::optional<launchers::AttachSpec> asked;
};

launchers::RunningJob mpirun4(std::int32_t pid)
{
    launchers::RunningJob job = test::runningJob(pid, "mpirun.openmpi -n 8 ./ring", 8, 20s);
    job.launcher = {launchers::LauncherFamily::OpenMpi4, "Open MPI 4", "/usr/bin/mpirun.openmpi"};
    return job;
}

} // namespace

class TestAttachDialog : public QObject
{
    Q_OBJECT

private slots:
    void theNewestJobIsChosenAndReturnAttaches();
    void aJobThatAnotherDebuggerHoldsIsNotChosenByItself();
    void typingFiltersAndReturnAttaches();
    void theChoiceStaysWhenJobsComeAndGo();
    void theChosenJobStaysWhenItEnds();
    void aRefusedJobSaysWhyAndCannotBeAttachedTo();
    void ranksOfAPmixJobAreAskedForOnTheUsersWordOnly();
    void ranksThatCanBeSeenAreShownByThemselves();
    void askingForRanksCanBeGivenUp();
    void aFailedQuestionForRanksSaysWhy();
    void someRanksCanBeChosen();
    void onlyAVisibleDialogLooks();
    void problemsOfTheListAreToldQuietly();
    void loosePidsAreTyped();
    void coreFilesAreOpened();
    void escapeClosesAndAttachesNothing();
};

void TestAttachDialog::theNewestJobIsChosenAndReturnAttaches()
{
    Dialog test;
    QVERIFY(!test.canAttach());
    test.list({test::runningJob(10, "mpiexec ./old", 4, 300s), test::runningJob(20, "mpiexec ./new", 4, 10s)});
    QCOMPARE(test.current(), "20");
    QCOMPARE(test.label("jobCommand"), "mpiexec ./new");
    QCOMPARE(test.label("jobCount"), "2 jobs");
    test.press(Qt::Key_Down);
    QCOMPARE(test.current(), "10");
    test.press(Qt::Key_Return);
    QVERIFY(test.asked.has_value());
    QCOMPARE(std::get<launchers::RunningLauncher>(test.asked->target).pid.value(), 10);
    QVERIFY(!test.asked->ranks);
    QVERIFY(!test.asked->workingDirectory.empty());
    QVERIFY(!test.asked->environment.empty());
    QVERIFY(!test.dialog->isVisible());
}

void TestAttachDialog::aJobThatAnotherDebuggerHoldsIsNotChosenByItself()
{
    Dialog test;
    auto held = test::runningJob(20, "mpiexec ./new", 4, 10s);
    held.debuggedBy = "gdb (process 4711)";
    test.list({held});
    QCOMPARE(test.current(), "");
    QVERIFY(!test.canAttach());
    test.list({test::runningJob(10, "mpiexec ./old", 4, 300s), held});
    QCOMPARE(test.current(), "10");
    test.press(Qt::Key_Up);
    QCOMPARE(test.current(), "20");
    QVERIFY(test.canAttach()); // some ranks of it may be free: the user's own choice
}

void TestAttachDialog::typingFiltersAndReturnAttaches()
{
    Dialog test;
    test.list({test::runningJob(10, "mpiexec ./ocean", 4, 300s), test::runningJob(20, "mpiexec ./ring", 4, 10s)});
    QTest::keyClicks(test.view(), "oc");
    QCOMPARE(test.view()->model()->rowCount(), 1);
    QCOMPARE(test.current(), "10");
    test.press(Qt::Key_Return);
    QVERIFY(test.asked.has_value());
    QCOMPARE(std::get<launchers::RunningLauncher>(test.asked->target).pid.value(), 10);
}

void TestAttachDialog::theChoiceStaysWhenJobsComeAndGo()
{
    Dialog test;
    const auto older = test::runningJob(10, "mpiexec ./old", 4, 300s);
    test.list({test::runningJob(20, "mpiexec ./new", 4, 10s), older});
    test.press(Qt::Key_Down);
    test.list({test::runningJob(30, "mpiexec ./newest", 4, 1s), older});
    QCOMPARE(test.current(), "10");
    QCOMPARE(test.view()->currentIndex().row(), 1);
}

void TestAttachDialog::theChosenJobStaysWhenItEnds()
{
    Dialog test;
    const auto older = test::runningJob(10, "mpiexec ./old", 4, 300s);
    test.list({test::runningJob(20, "mpiexec ./new", 4, 10s), older});
    test.list({older});
    QCOMPARE(test.current(), "20");
    QVERIFY(!test.canAttach()); // and Return does not attach to its neighbour
    QVERIFY(test.label("jobRefusal").contains("has ended"));
    test.press(Qt::Key_Return);
    QVERIFY(!test.asked);
}

void TestAttachDialog::aRefusedJobSaysWhyAndCannotBeAttachedTo()
{
    Dialog test;
    auto job = test::runningJob(10, "mpiexec ./ring", 4, 300s);
    job.refusal =
        util::Error{std::make_error_code(std::errc::permission_denied),
                    "attaching to launcher 10: kernel.yama.ptrace_scope is 3", "An administrator can allow it."};
    test.list({job});
    QVERIFY(!test.canAttach());
    QCOMPARE(test.label("jobRefusal"),
             "Attaching to launcher 10: kernel.yama.ptrace_scope is 3. An administrator can allow it.");
    QVERIFY(!test.child<QLineEdit>("attachRanks")->isVisible());
    test.press(Qt::Key_Return);
    QVERIFY(!test.asked);
    QVERIFY(test.dialog->isVisible());
}

void TestAttachDialog::ranksOfAPmixJobAreAskedForOnTheUsersWordOnly()
{
    Dialog test;
    test.directory.answersInspect = [](const auto&) { return test::rankPlaces(8); };
    test.list({test::runningJob(10, "mpiexec ./ring", 8, 300s)});
    auto* const show = test.child<QPushButton>("showRanks");
    QVERIFY(show->isVisible()); // hidden while it would ask by itself
    QVERIFY(test.directory.inspected.empty());
    show->click();
    QCOMPARE(test.directory.inspected.size(), std::size_t(1));
    test.run();
    QCOMPARE(test.child<QTreeView>("attachHostsView")->model()->rowCount(), 2);
    QVERIFY(test.child<QTreeView>("attachHostsView")->isVisible());
}

void TestAttachDialog::ranksThatCanBeSeenAreShownByThemselves()
{
    Dialog test;
    test.directory.answersInspect = [](const auto&) { return test::rankPlaces(8); };
    test.list({mpirun4(10)});
    QTRY_COMPARE(test.directory.inspected.size(), std::size_t(1));
    test.run();
    QCOMPARE(test.child<QTreeView>("attachHostsView")->model()->rowCount(), 2);
}

void TestAttachDialog::askingForRanksCanBeGivenUp()
{
    Dialog test; // nobody answers
    test.list({test::runningJob(10, "mpiexec ./ring", 8, 300s)});
    auto* const button = test.child<QPushButton>("showRanks");
    button->click();
    QCOMPARE(button->text().remove('&'), "Cancel Asking");
    button->click();
    QCOMPARE(button->text().remove('&'), "Show Ranks");
    QVERIFY(test.canAttach());
}

void TestAttachDialog::aFailedQuestionForRanksSaysWhy()
{
    Dialog test;
    test.directory.answersInspect = [](const auto&) {
        return util::Result<session::JobLaunched>(tl::unexpected(
            util::Error{std::make_error_code(std::errc::timed_out), "asking launcher 10: no answer", "Try again."}));
    };
    test.list({test::runningJob(10, "mpiexec ./ring", 8, 300s)});
    auto* const button = test.child<QPushButton>("showRanks");
    button->click();
    test.run();
    QCOMPARE(button->text().remove('&'), "Try Again");
    bool says = false;
    for (const QLabel* const one : test.dialog->findChildren<QLabel*>())
        says |= one->isVisible() && one->text().startsWith("Asking launcher 10: no answer. Try again.");
    QVERIFY(says);
}

void TestAttachDialog::someRanksCanBeChosen()
{
    Dialog test;
    test.directory.answersInspect = [](const auto&) { return test::rankPlaces(8); };
    test.list({test::runningJob(10, "mpiexec ./ring", 8, 300s)});
    auto* const field = test.child<QLineEdit>("attachRanks");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "9");
    QVERIFY(!test.canAttach());
    field->selectAll();
    QTest::keyClicks(field, "0-1,5");
    QVERIFY(test.canAttach());
    test.list(test.directory.listing.jobs); // news of the job leave it
    QCOMPARE(field->text(), "0-1,5");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(test.asked.has_value());
    QCOMPARE(test.asked->ranks->toString(), "0-1,5");
}

void TestAttachDialog::onlyAVisibleDialogLooks()
{
    Dialog test;
    test.run();
    QCOMPARE(test.directory.lists, 1);
    test.dialog->close();
    QTest::keyClick(test.dialog.get(), Qt::Key_F5);
    QCOMPARE(test.directory.lists, 1);
    test.dialog->open(AttachDialog::Page::Jobs);
    QCOMPARE(test.directory.lists, 2);
}

void TestAttachDialog::problemsOfTheListAreToldQuietly()
{
    Dialog test;
    test.directory.listing.problems = {{{}, "reading /tmp/pmix.1: permission denied", {}}, {{}, "another", {}}};
    test.list({});
    QCOMPARE(test.label("jobProblems"), "Reading /tmp/pmix.1: permission denied. (and 1 more)");
    QVERIFY(test.label("jobCount").isEmpty());
}

void TestAttachDialog::loosePidsAreTyped()
{
    Dialog test(AttachDialog::Page::Processes);
    QVERIFY(!test.canAttach());
    QTest::keyClicks(test.child<QLineEdit>("attachProcesses"), "12,13");
    QVERIFY(test.canAttach());
    QTest::keyClick(test.child<QLineEdit>("attachProcesses"), Qt::Key_Return);
    QVERIFY(test.asked.has_value());
    QCOMPARE(launchers::describe(test.asked->target), "processes 12, 13");
}

void TestAttachDialog::coreFilesAreOpened()
{
    Dialog test(AttachDialog::Page::Cores);
    QVERIFY(!test.canAttach());
    QStringList files;
    for (const char* const name : {"core.1", "core.2"}) {
        files << test.folder.filePath(name);
        QFile file(files.back());
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    auto* const page = qobject_cast<CoreFilesPage*>(test.child<QTabWidget>("attachPages")->currentWidget());
    QVERIFY(page);
    page->addFiles(files);
    page->addFiles(files); // once is enough
    QVERIFY(test.canAttach());
    test.child<QPushButton>("attach")->click();
    QVERIFY(test.asked.has_value());
    QCOMPARE(launchers::describe(test.asked->target), "2 core files");
}

void TestAttachDialog::escapeClosesAndAttachesNothing()
{
    Dialog test;
    test.list({test::runningJob(10, "mpiexec ./ring", 8, 300s)});
    QTest::keyClicks(test.view(), "ri");
    test.press(Qt::Key_Escape); // first the filter goes
    QVERIFY(test.dialog->isVisible());
    test.press(Qt::Key_Escape);
    QVERIFY(!test.dialog->isVisible());
    QVERIFY(!test.asked);
}

DBGR_TEST(TestAttachDialog, QApplication);

} // namespace tst_attach_dialog

#include "tst_attach_dialog.moc"
