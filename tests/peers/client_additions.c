/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions that OpenPMIx added after 4.2, called by a client under a launcher: whichever library has one, it does the
 * same. They are weak, since the headers and libraries of 4.2 and 5.0 do not have all of them. */
#include "peer.h"

#include <stdbool.h>

#ifndef PMIX_DEVICE_STATIC_INIT
typedef struct pmix_device
{
    char* uuid;
    char* osname;
    pmix_device_type_t type;
} pmix_device_t;
#endif
#ifndef PMIX_RESOURCE_UNIT_STATIC_INIT
typedef struct pmix_resource_unit
{
    pmix_device_type_t type;
    size_t count;
} pmix_resource_unit_t;
#endif
#ifndef PMIX_NODE_PID_STATIC_INIT
typedef struct pmix_node_pid
{
    char* hostname;
    uint32_t nodeid;
    pid_t pid;
} pmix_node_pid_t;
#endif
#ifndef PMIX_RESOURCE_BLOCK_DEFINE
typedef uint8_t pmix_resource_block_directive_t;
#define PMIX_RESOURCE_BLOCK_DEFINE 1
#endif

#define WEAK extern __attribute__((weak))
WEAK pmix_status_t PMIx_Info_list_add_value(void* list, const char* key, const pmix_value_t* value);
WEAK pmix_status_t PMIx_Info_list_add_unique(void* list, const char* key, const void* value, pmix_data_type_t type,
                                             bool overwrite);
WEAK pmix_status_t PMIx_Info_list_xfer_unique(void* list, const pmix_info_t* info, bool overwrite);
WEAK size_t PMIx_Info_list_get_size(void* list);
WEAK void PMIx_Pdata_construct(pmix_pdata_t* p);
WEAK void PMIx_Pdata_destruct(pmix_pdata_t* p);
WEAK pmix_pdata_t* PMIx_Pdata_create(size_t n);
WEAK void PMIx_Pdata_free(pmix_pdata_t* p, size_t n);
WEAK void PMIx_Pdata_load(pmix_pdata_t* dest, const pmix_proc_t* p, const char* key, const void* data,
                          pmix_data_type_t type);
WEAK void PMIx_Pdata_xfer(pmix_pdata_t* dest, pmix_pdata_t* src);
WEAK void PMIx_Device_construct(pmix_device_t* p);
WEAK void PMIx_Device_destruct(pmix_device_t* p);
WEAK pmix_device_t* PMIx_Device_create(size_t n);
WEAK void PMIx_Device_free(pmix_device_t* p, size_t n);
WEAK void PMIx_Resource_unit_construct(pmix_resource_unit_t* p);
WEAK void PMIx_Resource_unit_destruct(pmix_resource_unit_t* p);
WEAK pmix_resource_unit_t* PMIx_Resource_unit_create(size_t n);
WEAK void PMIx_Resource_unit_free(pmix_resource_unit_t* p, size_t n);
WEAK void PMIx_Node_pid_construct(pmix_node_pid_t* p);
WEAK void PMIx_Node_pid_destruct(pmix_node_pid_t* p);
WEAK pmix_node_pid_t* PMIx_Node_pid_create(size_t n);
WEAK void PMIx_Node_pid_free(pmix_node_pid_t* p, size_t n);
WEAK pmix_status_t PMIx_Resource_block(pmix_resource_block_directive_t directive, char* block,
                                       const pmix_resource_unit_t* units, size_t nunits, const pmix_info_t* info,
                                       size_t ninfo);
WEAK pmix_status_t PMIx_Session_control(uint32_t session, const pmix_info_t directives[], size_t ndirs,
                                        pmix_info_cbfunc_t cbfunc, void* cbdata);

static void infoLists(void)
{
    const int one = 1, two = 2;
    if (!PMIx_Info_list_add_unique || !PMIx_Info_list_xfer_unique || !PMIx_Info_list_get_size ||
        !PMIx_Info_list_add_value)
        return;
    void* list = PMIx_Info_list_start();
    pmix_info_t info = intInfo("a", 3);
    expect("an info list begins without any", PMIx_Info_list_get_size(list) == 0);
    expect("add unique", PMIx_Info_list_add_unique(list, "a", &one, PMIX_INT, false) == PMIX_SUCCESS);
    PMIx_Info_list_add_unique(list, "a", &two, PMIX_INT, false);
    PMIx_Info_list_xfer_unique(list, &info, true);
    expect("of one key there is one", PMIx_Info_list_get_size(list) == 1);
    PMIx_Info_list_add_value(list, "b", &info.value);
    pmix_data_array_t array;
    expect("conversion of an info list", PMIx_Info_list_convert(list, &array) == PMIX_SUCCESS && array.size == 2);
    const pmix_info_t* infos = array.array;
    expect("the last word counts", infos[0].value.data.integer == 3 && infos[1].value.data.integer == 3);
    PMIX_DATA_ARRAY_DESTRUCT(&array);
    PMIx_Info_list_release(list);
}

static void publishedData(void)
{
    if (PMIx_Pdata_create && PMIx_Pdata_free && PMIx_Pdata_construct && PMIx_Pdata_destruct) {
        pmix_pdata_t one, *some = PMIx_Pdata_create(2);
        expect("published data begin empty", some != NULL && some[1].key[0] == 0 && some[1].value.type == PMIX_UNDEF);
        PMIx_Pdata_free(some, 2);
        PMIx_Pdata_construct(&one);
        expect("one of them, too", one.key[0] == 0 && one.value.type == PMIX_UNDEF);
        PMIx_Pdata_destruct(&one);
    }
    if (PMIx_Pdata_load && PMIx_Pdata_xfer) {
        pmix_pdata_t loaded, copied;
        PMIX_PDATA_CONSTRUCT(&loaded);
        PMIX_PDATA_CONSTRUCT(&copied);
        PMIx_Pdata_load(&loaded, &self, "key", "value", PMIX_STRING);
        PMIx_Pdata_xfer(&copied, &loaded);
        PMIX_PDATA_DESTRUCT(&loaded);
        expect("they are copied with all they have", copied.proc.rank == self.rank && strcmp(copied.key, "key") == 0 &&
                                                         strcmp(copied.value.data.string, "value") == 0);
        PMIX_PDATA_DESTRUCT(&copied);
    }
}

static void structures(void)
{
    if (PMIx_Device_create && PMIx_Device_free && PMIx_Device_construct && PMIx_Device_destruct) {
        pmix_device_t one, *some = PMIx_Device_create(2);
        expect("devices begin empty", some != NULL && some[1].uuid == NULL && some[1].osname == NULL);
        some[1].osname = strdup("card1");
        PMIx_Device_free(some, 2);
        PMIx_Device_construct(&one);
        one.uuid = strdup("u");
        PMIx_Device_destruct(&one);
    }
    if (PMIx_Resource_unit_create && PMIx_Resource_unit_free && PMIx_Resource_unit_construct &&
        PMIx_Resource_unit_destruct) {
        pmix_resource_unit_t one, *some = PMIx_Resource_unit_create(2);
        expect("units of resources begin empty", some != NULL && some[1].count == 0);
        PMIx_Resource_unit_free(some, 2);
        PMIx_Resource_unit_construct(&one);
        PMIx_Resource_unit_destruct(&one);
    }
    if (PMIx_Node_pid_create && PMIx_Node_pid_free && PMIx_Node_pid_construct && PMIx_Node_pid_destruct) {
        pmix_node_pid_t one, *some = PMIx_Node_pid_create(2);
        expect("processes of nodes begin empty", some != NULL && some[1].hostname == NULL);
        some[1].hostname = strdup("here");
        PMIx_Node_pid_free(some, 2);
        PMIx_Node_pid_construct(&one);
        PMIx_Node_pid_destruct(&one);
    }
}

static void requests(void)
{
    pmix_resource_unit_t unit = {0, 1};
    char name[] = "block";
    if (PMIx_Resource_block)
        expect("a block of resources is refused",
               PMIx_Resource_block(PMIX_RESOURCE_BLOCK_DEFINE, name, &unit, 1, NULL, 0) != PMIX_SUCCESS);
    if (PMIx_Session_control)
        expect("control of a session that is not there is refused",
               PMIx_Session_control(12345, NULL, 0, NULL, NULL) != PMIX_SUCCESS);
}

int main(void)
{
    begin();
    infoLists();
    publishedData();
    structures();
    requests();
    return finish();
}
