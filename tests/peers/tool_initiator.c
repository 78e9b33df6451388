/* SPDX-License-Identifier: GPL-3.0-or-later
 * An initiator that parses its own command line: it has its library start the launcher, and has the launcher start the
 * job, by two calls of PMIx_Spawn: tool_initiator LAUNCHER. \std "Initiator-based command line parsing" */
#include "tool.h"

static void startLauncher(char* program, char nspace[PMIX_MAX_NSLEN + 1])
{
    pmix_value_t* uri = NULL;
    need("our own address", PMIx_Get(&self, PMIX_MYSERVER_URI, NULL, 0, &uri));
    char variable[1024];
    snprintf(variable, sizeof variable, "PMIX_LAUNCHER_RNDZ_URI=%s", uri->data.string);
    char* argv[] = {program, "--daemon", NULL};
    char** environment = calloc(2, sizeof *environment); /* a library may add to it */
    environment[0] = strdup(variable);
    pmix_app_t app;
    memset(&app, 0, sizeof app);
    app.cmd = program;
    app.argv = argv;
    app.env = environment;
    app.maxprocs = 1;
    pmix_info_t tool = flagInfo(PMIX_SPAWN_TOOL);
    need("PMIx_Spawn of the launcher", PMIx_Spawn(&tool, 1, &app, 1, nspace));
}

int main(int argc, char** argv)
{
    if (argc < 2)
        return 2;
    openReport();
    alarm(60);
    pmix_info_t alone[2] = {flagInfo(PMIX_TOOL_DO_NOT_CONNECT), flagInfo(PMIX_LAUNCHER)};
    need("PMIx_tool_init", PMIx_tool_init(&self, alone, 2));
    char launcher[PMIX_MAX_NSLEN + 1] = "";
    startLauncher(argv[1], launcher);

    const int seconds = 20;
    const pmix_proc_t server = procOf(launcher, 0);
    pmix_info_t waiting[2] = {flagInfo(PMIX_WAIT_FOR_CONNECTION), makeInfo(PMIX_TIMEOUT, &seconds, PMIX_INT)};
    need("the launcher is our server", PMIx_tool_set_server(&server, waiting, 2));
    listenFor(PMIX_LAUNCHER_READY);
    listenFor(PMIX_LAUNCH_COMPLETE);
    listenFor(PMIX_EVENT_JOB_END);

    char job[PMIX_MAX_NSLEN + 1];
    char* shell[] = {"/bin/sh", "-c", "sleep 0.3; exit 4", NULL};
    pmix_info_t infos[2] = {flagInfo(PMIX_NOTIFY_COMPLETION), flagInfo(PMIX_NOTIFY_JOB_EVENTS)};
    need("PMIx_Spawn of the job", spawn(shell, 2, infos, 2, job));
    expect("the job is the launcher's", strncmp(job, launcher, strlen(launcher)) == 0);
    expect("PMIX_LAUNCH_COMPLETE", awaitEvent(PMIX_LAUNCH_COMPLETE, job) != NULL);
    const struct event* end = awaitEvent(PMIX_EVENT_JOB_END, job);
    expect("PMIX_EVENT_JOB_END with its exit code", end != NULL && end->exitCode == 4);

    pmix_info_t terminate = flagInfo(PMIX_JOB_CTRL_TERMINATE);
    pmix_info_t* results = NULL;
    size_t count = 0;
    expectStatus("the launcher is told to end", PMIx_Job_control(&server, 1, &terminate, 1, &results, &count),
                 PMIX_SUCCESS);
    return leave();
}
