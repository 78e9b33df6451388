/* SPDX-License-Identifier: GPL-3.0-or-later
 * Publish, lookup and unpublish: rank 0 publishes, the others look up. */
#include "peer.h"

static pmix_status_t publish(const char* key, const char* text, pmix_data_range_t range, pmix_persistence_t persistence)
{
    pmix_info_t infos[3];
    memset(infos, 0, sizeof infos);
    PMIX_INFO_LOAD(&infos[0], key, text, PMIX_STRING);
    PMIX_INFO_LOAD(&infos[1], PMIX_RANGE, &range, PMIX_DATA_RANGE);
    PMIX_INFO_LOAD(&infos[2], PMIX_PERSISTENCE, &persistence, PMIX_PERSIST);
    return PMIx_Publish(infos, 3);
}

/* The text found, "" when there is none. */
static pmix_status_t lookup(const char* key, const pmix_info_t* infos, size_t count, char* text, size_t room)
{
    pmix_pdata_t data;
    memset(&data, 0, sizeof data);
    PMIX_PDATA_CONSTRUCT(&data);
    strncpy(data.key, key, PMIX_MAX_KEYLEN);
    const pmix_status_t status = PMIx_Lookup(&data, 1, infos, count);
    text[0] = '\0';
    if (status == PMIX_SUCCESS && data.value.type == PMIX_STRING)
        snprintf(text, room, "%s", data.value.data.string);
    PMIX_PDATA_DESTRUCT(&data);
    return status;
}

static void findIt(void)
{
    char text[128];
    expectStatus("lookup", lookup("peers.service", NULL, 0, text, sizeof text), PMIX_SUCCESS);
    expect("it is what was published", strcmp(text, "port 17") == 0);
    expectStatus("lookup of what nobody published", lookup("peers.nothing", NULL, 0, text, sizeof text),
                 PMIX_ERR_NOT_FOUND);
}

static void wait(void)
{
    char text[128];
    if (self.rank == 1) {
        pmix_info_t infos[2] = {intInfo(PMIX_WAIT, 1), intInfo(PMIX_TIMEOUT, 20)};
        expectStatus("lookup that waits", lookup("peers.later", infos, 2, text, sizeof text), PMIX_SUCCESS);
        expect("it was told once it was there", strcmp(text, "here") == 0);
    } else if (self.rank == 0) {
        usleep(300000);
        expectStatus("late publish", publish("peers.later", "here", PMIX_RANGE_SESSION, PMIX_PERSIST_SESSION),
                     PMIX_SUCCESS);
    }
    fenceAll();
}

int main(void)
{
    char text[128];
    begin();
    if (self.rank == 0) {
        expectStatus("publish", publish("peers.service", "port 17", PMIX_RANGE_SESSION, PMIX_PERSIST_APP),
                     PMIX_SUCCESS);
        expectStatus("publish for one reader",
                     publish("peers.once", "ticket", PMIX_RANGE_NAMESPACE, PMIX_PERSIST_FIRST_READ), PMIX_SUCCESS);
    }
    fenceAll();
    findIt();
    fenceAll();
    if (self.rank == 1) {
        pmix_info_t range;
        pmix_data_range_t within = PMIX_RANGE_NAMESPACE;
        memset(&range, 0, sizeof range);
        PMIX_INFO_LOAD(&range, PMIX_RANGE, &within, PMIX_DATA_RANGE);
        expectStatus("first read", lookup("peers.once", &range, 1, text, sizeof text), PMIX_SUCCESS);
        expectStatus("second read", lookup("peers.once", &range, 1, text, sizeof text), PMIX_ERR_NOT_FOUND);
    }
    fenceAll();
    wait();
    if (self.rank == 1)
        expectStatus("publish of a key in use",
                     publish("peers.later", "mine", PMIX_RANGE_SESSION, PMIX_PERSIST_SESSION), PMIX_ERR_DUPLICATE_KEY);
    fenceAll();
    if (self.rank == 0) {
        char key[] = "peers.service";
        char* keys[] = {key, NULL};
        expectStatus("unpublish", PMIx_Unpublish(keys, NULL, 0), PMIX_SUCCESS);
    }
    fenceAll();
    expectStatus("lookup after unpublish", lookup("peers.service", NULL, 0, text, sizeof text), PMIX_ERR_NOT_FOUND);
    fenceAll();
    if (self.rank == 0)
        expectStatus("unpublish of all its own", PMIx_Unpublish(NULL, NULL, 0), PMIX_SUCCESS);
    fenceAll();
    expectStatus("lookup after that", lookup("peers.later", NULL, 0, text, sizeof text), PMIX_ERR_NOT_FOUND);
    fenceAll();
    return finish();
}
