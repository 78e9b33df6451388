/* SPDX-License-Identifier: GPL-3.0-or-later
 * Programs that are named without a slash, and lie in the folder that they are to work in: tool_places URI FOLDER NAME.
 * NAME is a program there that ends with 7. \std PMIx_Spawn, PMIX_WDIR */
#include "tool.h"

static void expectStarts(const char* what, const char* program, const char* folder, const char* wdir)
{
    char* argv[] = {(char*)program, NULL};
    pmix_app_t app;
    memset(&app, 0, sizeof app);
    app.cmd = argv[0];
    app.argv = argv;
    app.maxprocs = 1;
    app.cwd = (char*)folder;
    pmix_info_t place;
    if (wdir != NULL) {
        place = makeInfo(PMIX_WDIR, wdir, PMIX_STRING);
        app.info = &place;
        app.ninfo = 1;
    }
    char nspace[PMIX_MAX_NSLEN + 1] = "";
    if (!expectStatus(what, PMIx_Spawn(NULL, 0, &app, 1, nspace), PMIX_SUCCESS))
        return;
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, nspace);
    expect("it is that program", end != NULL && end->hasExitCode && end->exitCode == 7);
}

int main(int argc, char** argv)
{
    if (argc < 4)
        return 2;
    connectTo(argc, argv);
    listenFor(PMIX_EVENT_JOB_END);
    expectStarts("found by the app's cwd", argv[3], argv[2], NULL);
    expectStarts("found by PMIX_WDIR", argv[3], NULL, argv[2]);
    char nspace[PMIX_MAX_NSLEN + 1];
    char* missing[] = {"there-is-no-such", NULL};
    expectStatus("what is nowhere", spawn(missing, 1, NULL, 0, nspace), PMIX_ERR_JOB_EXE_NOT_FOUND);
    return leave();
}
