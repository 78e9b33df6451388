/* SPDX-License-Identifier: GPL-3.0-or-later
 * Files and folders that are to be removed at the end of the job, by paths that begin at the process's own working
 * directory: a folder that it makes and goes into. The caller looks that only "kept" is left of it, at "work/kept". */
#include "peer.h"

#include <sys/stat.h>

static int touch(const char* path)
{
    FILE* file = fopen(path, "w");
    return file != NULL && fclose(file) == 0;
}

static void toRemove(const char* key, const char* path, int wholeTree)
{
    const pmix_info_t infos[2] = {textInfo(key, path), flagInfo(PMIX_CLEANUP_RECURSIVE)};
    pmix_info_t* results = NULL;
    size_t count = 0;
    const pmix_status_t status = PMIx_Job_control(NULL, 0, infos, wholeTree ? 2 : 1, &results, &count);
    expect(key, status == PMIX_SUCCESS || status == PMIX_OPERATION_SUCCEEDED);
}

int main(void)
{
    begin();
    if (self.rank == 0) {
        expect("a folder to work in", mkdir("work", 0700) == 0 && chdir("work") == 0);
        expect("files", touch("kept") && touch("one") && touch("two") && touch("../outside") &&
                            mkdir("deep", 0700) == 0 && touch("deep/file"));
        toRemove(PMIX_REGISTER_CLEANUP, "one,./two,../outside", 0);
        toRemove(PMIX_REGISTER_CLEANUP_DIR, "deep", 1);
        toRemove(PMIX_REGISTER_CLEANUP_DIR, "..", 1); /* the folder by its place only: too much to be meant */
    }
    fenceAll();
    return finish();
}
