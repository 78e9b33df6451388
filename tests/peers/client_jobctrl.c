/* SPDX-License-Identifier: GPL-3.0-or-later
 * Job control by a client: a signal to one rank, and files to be removed at the end. The caller of this checks that
 * the file named by its argument, in the working directory, is gone afterwards. */
#include "peer.h"

#include <signal.h>

static volatile sig_atomic_t signalled;

static void onSignal(int number)
{
    (void)number;
    signalled = 1;
}

static void done(pmix_status_t status, pmix_info_t* infos, size_t count, void* data, pmix_release_cbfunc_t release,
                 void* releaseData)
{
    (void)infos, (void)count;
    if (release != NULL)
        release(releaseData);
    *(volatile int*)data = status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED ? 1 : -1;
}

static int control(const pmix_proc_t* targets, size_t count, const pmix_info_t* infos, size_t infoCount)
{
    volatile int state = 0;
    const pmix_status_t status = PMIx_Job_control_nb(targets, count, infos, infoCount, done, (void*)&state);
    if (status == PMIX_OPERATION_SUCCEEDED)
        return 1;
    for (int i = 0; i < 1000 && status == PMIX_SUCCESS && state == 0; ++i)
        usleep(10000);
    return state == 1;
}

int main(int argc, char** argv)
{
    signal(SIGUSR1, onSignal);
    begin();
    if (argc > 1 && self.rank == 0) {
        char folder[1024] = "";
        char path[2048];
        expect("working directory", getcwd(folder, sizeof folder) != NULL);
        snprintf(path, sizeof path, "%s/%s", folder, argv[1]);
        FILE* file = fopen(path, "w");
        expect("file to clean up", file != NULL && fclose(file) == 0);
        pmix_info_t cleanup = textInfo(PMIX_REGISTER_CLEANUP, path);
        expect("register cleanup", control(NULL, 0, &cleanup, 1));
    }
    fenceAll();
    if (self.rank == 0) {
        const pmix_proc_t last = processOf(jobSize - 1);
        pmix_info_t info = intInfo(PMIX_JOB_CTRL_SIGNAL, SIGUSR1);
        expect("signal to one rank", control(&last, 1, &info, 1));
    }
    for (int i = 0; self.rank == jobSize - 1 && i < 500 && !signalled; ++i)
        usleep(10000);
    fenceAll();
    expect("only that rank got it", signalled == (self.rank == jobSize - 1));
    fenceAll();
    return finish();
}
