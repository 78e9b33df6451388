// SPDX-License-Identifier: GPL-3.0-or-later
// Values and infos of the C interface: loading, copying, numbers, lists, and the way to the values of core/pmix and
// back.
#include "pmix/capi/values/convert.h"
#include "pmix/capi/values/structs.h"
#include "pmix/codec/compress.h"
#include "pmix/codec/limits.h"
#include "tests/support/run/test_class.h"

#include <QtTest>

#include <memory>

namespace tst_capi_values {

using namespace dbgr::pmix;
using namespace dbgr::pmix::capi;

namespace {

struct FreeValue
{
    void operator()(pmix_value_t* value) const { PMIx_Value_free(value, 1); }
};
using OwnedValue = std::unique_ptr<pmix_value_t, FreeValue>;

OwnedValue loaded(const void* data, pmix_data_type_t type)
{
    OwnedValue value(PMIx_Value_create(1));
    if (PMIx_Value_load(value.get(), data, type) != PMIX_SUCCESS)
        return nullptr;
    return value;
}

/// A value of every kind that a program can load, deep ones too.
std::vector<Value> sampleValues()
{
    const Proc proc{"job", ProcRank(3)};
    const Info inner("inner", Value::string("text"), info_flags::kRequired);
    DataArray strings;
    strings.element = DataType::String;
    strings.values = {Value::string("a"), Value::of<DataType::String>(std::nullopt)};
    return {
        Value(),
        Value::boolean(true),
        Value::of<DataType::Byte>(200),
        Value::string("hello"),
        Value::of<DataType::Size>(1u << 30),
        Value::of<DataType::Pid>(dbgr::util::Pid(4660)),
        Value::of<DataType::Int>(-5),
        Value::of<DataType::Int8>(-5),
        Value::of<DataType::Int64>(INT64_MIN),
        Value::of<DataType::Uint64>(UINT64_MAX),
        Value::of<DataType::Double>(-2.5),
        Value::of<DataType::Float>(1.5f),
        Value::of<DataType::Timeval>(Timeval{17, 250000}),
        Value::of<DataType::Time>(1700000000),
        Value::of<DataType::Status>(Status::ErrTimeout),
        Value::of<DataType::Rank>(kRankWildcard),
        Value::of<DataType::ProcState>(ProcState::Running),
        Value::of<DataType::IofChannel>(IofChannel::Stdout | IofChannel::Stderr),
        Value::of<DataType::DataType>(DataType::Info),
        Value::of<DataType::InfoDirectives>(5),
        Value::of<DataType::DeviceType>(4),
        Value::of<DataType::Locality>(0x4000),
        Value::of<DataType::StorageAccessType>(3),
        Value::proc(proc),
        Value::of<DataType::ProcNspace>("job"),
        Value::of<DataType::ByteObject>(ByteObject{std::string("a\0b", 3)}),
        Value::of<DataType::Regex>(Regex{"pmix[n[1:0-3]]"}),
        Value::of<DataType::Envar>(Envar{"NAME", "value", ';'}),
        Value::of<DataType::ProcInfo>(ProcInfo{proc, "node", "/bin/app", dbgr::util::Pid(7), ProcState::Connected}),
        Value::of<DataType::Coord>(Coord{1, {1, 2, 300}}),
        Value::of<DataType::Geometry>(Geometry{2, "uuid", std::nullopt, {Coord{2, {7}}, Coord{1, {}}}}),
        Value::of<DataType::DeviceDistance>(DeviceDistance{"uuid", "eth0", 4, 1, 2}),
        Value::of<DataType::Endpoint>(Endpoint{std::nullopt, "eth0", "bytes"}),
        Value::of<DataType::Cpuset>("0-3,8"),
        Value::of<DataType::DataBuffer>(ByteObject{"packed"}),
        Value::infos({inner, Info("array", Value::infos({inner}))}),
        Value::of<DataType::DataArray>(strings),
        Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(std::vector<Proc>{proc, proc})),
        Value::of<DataType::DataArray>(DataArray()),
    };
}

/// Arrays in arrays, `depth` of them.
Value nested(std::size_t depth)
{
    Value value = Value::boolean(true);
    for (std::size_t i = 0; i < depth; ++i)
        value = Value::infos({Info("k", value)});
    return value;
}

} // namespace

class TestCapiValues : public QObject
{
    Q_OBJECT

private slots:
    void valuesComeBackAsTheyWere_data();
    void valuesComeBackAsTheyWere();
    void copiesAreDeep_data() { valuesComeBackAsTheyWere_data(); }
    void copiesAreDeep();
    void appsAndQueriesComeBackAsTheyWere();
    void typesWithoutFormAreRefused();
    void nullInsideIsRefused();
    void nestingIsBounded();
    void typesOfNewerReleasesAreStructures();
    void compressedTextIsInflated();
    void loadCopies();
    void loadOfNullIsTrueOrNothing();
    void loadRefusesUnknownTypes();
    void unloadGivesNumbersInPlaceAndOthersAnew();
    void unloadNeedsRoomForNumbers();
    void numbersConvertExactlyOrNotAtAll();
    void valuesHaveAnOrder();
    void sizesCountAllThatIsHeld();
    void longNamesAreCut();
    void persistentInfosKeepTheirValue();
    void listsGrowAtBothEnds();
    void listsAreWalked();
    void environmentsAreEdited();
};

void TestCapiValues::valuesComeBackAsTheyWere_data()
{
    QTest::addColumn<int>("index");
    const auto values = sampleValues();
    for (std::size_t i = 0; i < values.size(); ++i)
        QTest::addRow("%zu %s", i, toString(values[i].type()).c_str()) << static_cast<int>(i);
}

void TestCapiValues::valuesComeBackAsTheyWere()
{
    QFETCH(int, index);
    const Value value = sampleValues()[static_cast<std::size_t>(index)];
    OwnedValue c(PMIx_Value_create(1));
    toC(value, *c);
    QCOMPARE(c->type, static_cast<pmix_data_type_t>(value.type()));
    const auto back = fromC(*c);
    QVERIFY(back);
    QVERIFY(*back == value);
}

void TestCapiValues::copiesAreDeep()
{
    QFETCH(int, index);
    const Value value = sampleValues()[static_cast<std::size_t>(index)];
    OwnedValue copy(PMIx_Value_create(1));
    {
        OwnedValue c(PMIx_Value_create(1));
        toC(value, *c);
        QCOMPARE(PMIx_Value_xfer(copy.get(), c.get()), PMIX_SUCCESS);
    }
    const auto back = fromC(*copy);
    QVERIFY(back);
    QVERIFY(*back == value);
}

void TestCapiValues::appsAndQueriesComeBackAsTheyWere()
{
    const App app{"ring", {"ring", "-x"}, {"A=B"}, "/tmp", 4, {Info("k", Value::string("v"))}};
    const App bare{"ring", {}, {}, std::nullopt, -1, {}};
    const CArray<pmix_app_t> apps = toC(std::vector<App>{app, bare});
    QCOMPARE(apps.size(), std::size_t{2});
    QVERIFY(apps.data()[1].argv == nullptr);
    QVERIFY(*fromC(apps.data(), apps.size()) == (std::vector<App>{app, bare}));

    const Query query{{"pmix.qry.ns", "pmix.qry.ptable"}, {Info("k", Value::boolean(false))}};
    const CArray<pmix_query_t> queries = toC(std::vector<Query>{query});
    QVERIFY(*fromC(queries.data(), queries.size()) == std::vector<Query>{query});
    QVERIFY(fromC(static_cast<const pmix_query_t*>(nullptr), 3)->empty());
}

void TestCapiValues::typesWithoutFormAreRefused()
{
    pmix_disk_stats_t stats = PMIX_DISK_STATS_STATIC_INIT;
    const OwnedValue value = loaded(&stats, PMIX_DISK_STATS);
    QVERIFY(value);
    const auto sent = fromC(*value);
    QVERIFY(!sent);
    QVERIFY(sent.error().code == Status::ErrUnknownDataType);
    QVERIFY(sent.error().detail.find("62") != std::string::npos);
}

void TestCapiValues::nullInsideIsRefused()
{
    pmix_value_t value = PMIX_VALUE_STATIC_INIT;
    value.type = PMIX_PROC;
    const auto sent = fromC(value);
    QVERIFY(!sent);
    QVERIFY(sent.error().code == Status::ErrBadParam);
}

void TestCapiValues::nestingIsBounded()
{
    OwnedValue deep(PMIx_Value_create(1));
    toC(nested(limits::kMaxDepth), *deep);
    QVERIFY(fromC(*deep));
    OwnedValue deeper(PMIx_Value_create(1));
    toC(nested(limits::kMaxDepth + 1), *deeper);
    QVERIFY(!fromC(*deeper));
    QVERIFY(fromC(*deeper).error().code == Status::ErrOutOfResource);
}

void TestCapiValues::typesOfNewerReleasesAreStructures()
{
    OwnedValue device(PMIx_Value_create(1));
    toC(Value::of<DataType::Device>(Device{"uuid", "eth0", 4}), *device);
    QCOMPARE(device->type, pmix_data_type_t{PMIX_DEVICE});
    QCOMPARE(device->data.device->osname, "eth0");
    QVERIFY(fromC(*device).value() == Value::of<DataType::Device>(Device{"uuid", "eth0", 4}));
    OwnedValue unit(PMIx_Value_create(1));
    toC(Value::of<DataType::ResourceUnit>(ResourceUnit{2, 8}), *unit);
    QCOMPARE(unit->data.resunit->count, size_t{8});
    QVERIFY(fromC(*unit).value() == Value::of<DataType::ResourceUnit>(ResourceUnit{2, 8}));
    const NodePid place{"here", 3, dbgr::util::Pid(7)};
    OwnedValue process(PMIx_Value_create(1));
    toC(Value::of<DataType::NodePid>(place), *process);
    QCOMPARE(process->data.nodepid->pid, 7);
    QVERIFY(fromC(*process).value() == Value::of<DataType::NodePid>(place));
}

void TestCapiValues::compressedTextIsInflated()
{
    const std::string text(10000, 'x');
    OwnedValue value(PMIx_Value_create(1));
    toC(Value::of<DataType::CompressedString>(ByteObject{*deflateBlock(text)}), *value);
    QCOMPARE(value->type, pmix_data_type_t{PMIX_STRING});
    QCOMPARE(std::string(value->data.string), text);

    OwnedValue damaged(PMIx_Value_create(1));
    toC(Value::of<DataType::CompressedString>(ByteObject{"no block"}), *damaged);
    QCOMPARE(damaged->type, pmix_data_type_t{PMIX_COMPRESSED_STRING});
}

void TestCapiValues::loadCopies()
{
    std::string text = "first";
    const OwnedValue value = loaded(text.c_str(), PMIX_STRING);
    text.assign("other");
    QCOMPARE(std::string(value->data.string), std::string("first"));

    int target = 0;
    const OwnedValue pointer = loaded(&target, PMIX_POINTER);
    QVERIFY(pointer->data.ptr == &target);
}

void TestCapiValues::loadOfNullIsTrueOrNothing()
{
    QVERIFY(loaded(nullptr, PMIX_BOOL)->data.flag);
    QCOMPARE(loaded(nullptr, PMIX_INT)->data.integer, 0);
    QVERIFY(loaded(nullptr, PMIX_STRING)->data.string == nullptr);
}

void TestCapiValues::loadRefusesUnknownTypes()
{
    int number = 0;
    pmix_value_t value;
    QCOMPARE(PMIx_Value_load(&value, &number, 499), PMIX_ERR_UNKNOWN_DATA_TYPE);
    QCOMPARE(PMIx_Value_load(&value, &number, PMIX_APP), PMIX_ERR_UNKNOWN_DATA_TYPE);
    QCOMPARE(value.type, pmix_data_type_t{PMIX_UNDEF});
}

void TestCapiValues::unloadGivesNumbersInPlaceAndOthersAnew()
{
    std::uint32_t number = 70000;
    std::uint32_t out = 0;
    void* data = &out;
    std::size_t size = 0;
    QCOMPARE(PMIx_Value_unload(loaded(&number, PMIX_UINT32).get(), &data, &size), PMIX_SUCCESS);
    QCOMPARE(out, number);
    QCOMPARE(size, sizeof number);

    data = nullptr;
    QCOMPARE(PMIx_Value_unload(loaded("text", PMIX_STRING).get(), &data, &size), PMIX_SUCCESS);
    QCOMPARE(std::string(static_cast<char*>(data)), std::string("text"));
    QCOMPARE(size, std::size_t{4});
    std::free(data);

    pmix_envar_t envar = {const_cast<char*>("NAME"), const_cast<char*>("value"), ':'};
    QCOMPARE(PMIx_Value_unload(loaded(&envar, PMIX_ENVAR).get(), &data, &size), PMIX_SUCCESS);
    auto* copy = static_cast<pmix_envar_t*>(data);
    QCOMPARE(std::string(copy->value), std::string("value"));
    PMIX_ENVAR_FREE(copy, 1);
}

void TestCapiValues::unloadNeedsRoomForNumbers()
{
    int number = 1;
    void* data = nullptr;
    std::size_t size = 0;
    QCOMPARE(PMIx_Value_unload(loaded(&number, PMIX_INT).get(), &data, &size), PMIX_ERR_BAD_PARAM);
    QCOMPARE(PMIx_Value_unload(loaded(nullptr, PMIX_UNDEF).get(), &data, &size), PMIX_ERR_UNKNOWN_DATA_TYPE);
}

void TestCapiValues::numbersConvertExactlyOrNotAtAll()
{
    const auto number = [](const OwnedValue& value, auto out, pmix_data_type_t type) {
        const pmix_status_t status = PMIx_Value_get_number(value.get(), &out, type);
        return std::pair(status, out);
    };
    std::int64_t lowest = INT64_MIN;
    std::uint64_t highest = UINT64_MAX;
    int minus = -1;
    double real = 1e30;
    double whole = -7;
    QCOMPARE(number(loaded(&lowest, PMIX_INT64), std::int64_t{0}, PMIX_INT64), std::pair(PMIX_SUCCESS, lowest));
    QCOMPARE(number(loaded(&highest, PMIX_UINT64), std::uint64_t{0}, PMIX_UINT64), std::pair(PMIX_SUCCESS, highest));
    QCOMPARE(number(loaded(&minus, PMIX_INT), std::int8_t{0}, PMIX_INT8), std::pair(PMIX_SUCCESS, std::int8_t{-1}));
    QCOMPARE(number(loaded(&whole, PMIX_DOUBLE), 0, PMIX_INT), std::pair(PMIX_SUCCESS, -7));
    QCOMPARE(number(loaded(&lowest, PMIX_INT64), 0.0, PMIX_DOUBLE), std::pair(PMIX_SUCCESS, -9223372036854775808.0));
    for (const auto& [value, type] : {std::pair(loaded(&lowest, PMIX_INT64).release(), PMIX_INT32),
                                      {loaded(&highest, PMIX_UINT64).release(), PMIX_INT64},
                                      {loaded(&minus, PMIX_INT).release(), PMIX_UINT64},
                                      {loaded(&real, PMIX_DOUBLE).release(), PMIX_UINT64}}) {
        const OwnedValue owned(value);
        QCOMPARE(number(owned, std::uint64_t{0}, static_cast<pmix_data_type_t>(type)).first,
                 PMIX_ERR_VALUE_OUT_OF_BOUNDS);
    }
    QCOMPARE(number(loaded("7", PMIX_STRING), 0, PMIX_INT).first, PMIX_ERR_BAD_PARAM);
}

void TestCapiValues::valuesHaveAnOrder()
{
    const auto compare = [](const OwnedValue& a, const OwnedValue& b) { return PMIx_Value_compare(a.get(), b.get()); };
    int one = 1;
    int two = 2;
    pmix_proc_t proc = {"job", 1};
    pmix_coord_t coord = PMIX_COORD_STATIC_INIT;
    QCOMPARE(compare(loaded(&one, PMIX_INT), loaded(&one, PMIX_INT)), PMIX_EQUAL);
    QCOMPARE(compare(loaded(&two, PMIX_INT), loaded(&one, PMIX_INT)), PMIX_VALUE1_GREATER);
    QCOMPARE(compare(loaded("a", PMIX_STRING), loaded("b", PMIX_STRING)), PMIX_VALUE2_GREATER);
    QCOMPARE(compare(loaded(&proc, PMIX_PROC), loaded(&proc, PMIX_PROC)), PMIX_EQUAL);
    QCOMPARE(compare(loaded(&one, PMIX_INT), loaded("1", PMIX_STRING)), PMIX_VALUE_TYPE_DIFFERENT);
    QCOMPARE(compare(loaded(&coord, PMIX_COORD), loaded(&coord, PMIX_COORD)), PMIX_VALUE_COMPARISON_NOT_AVAIL);
}

void TestCapiValues::sizesCountAllThatIsHeld()
{
    std::size_t size = 0;
    QCOMPARE(PMIx_Value_get_size(loaded("1234567", PMIX_STRING).get(), &size), PMIX_SUCCESS);
    QCOMPARE(size, sizeof(pmix_value_t) + 8);
    OwnedValue array(PMIx_Value_create(1));
    toC(Value::infos({Info("k", Value::string("abc"))}), *array);
    QCOMPARE(PMIx_Value_get_size(array.get(), &size), PMIX_SUCCESS);
    QCOMPARE(size, sizeof(pmix_value_t) + sizeof(pmix_data_array_t) + sizeof(pmix_info_t) + 4);
}

void TestCapiValues::longNamesAreCut()
{
    pmix_proc_t proc;
    toC(Proc{std::string(1000, 'n'), ProcRank(1)}, proc);
    QCOMPARE(std::strlen(proc.nspace), std::size_t{PMIX_MAX_NSLEN});
    pmix_info_t info;
    toC(Info(std::string(1000, 'k'), Value::boolean(true)), info);
    QCOMPARE(std::strlen(info.key), std::size_t{PMIX_MAX_KEYLEN});

    std::memset(proc.nspace, 'x', sizeof proc.nspace); // without a NUL
    QCOMPARE(fromC(proc).nspace.size(), std::size_t{PMIX_MAX_NSLEN});
}

void TestCapiValues::persistentInfosKeepTheirValue()
{
    pmix_info_t info;
    PMIX_INFO_LOAD(&info, "key", "value", PMIX_STRING);
    pmix_info_t shared = info;
    PMIx_Info_persistent(&shared);
    PMIx_Info_destruct(&shared);
    QCOMPARE(std::string(info.value.data.string), std::string("value"));
    PMIX_INFO_DESTRUCT(&info);
}

void TestCapiValues::listsGrowAtBothEnds()
{
    void* list = PMIx_Info_list_start();
    pmix_data_array_t array;
    QCOMPARE(PMIx_Info_list_convert(list, &array), PMIX_ERR_EMPTY);
    QCOMPARE(PMIx_Info_list_add(list, "b", "2", PMIX_STRING), PMIX_SUCCESS);
    QCOMPARE(PMIx_Info_list_prepend(list, "a", "1", PMIX_STRING), PMIX_SUCCESS);
    QCOMPARE(PMIx_Info_list_add(list, "c", "3", 499), PMIX_ERR_UNKNOWN_DATA_TYPE);
    QCOMPARE(PMIx_Info_list_convert(list, &array), PMIX_SUCCESS);
    PMIx_Info_list_release(list);
    const auto infos = fromC(static_cast<pmix_info_t*>(array.array), array.size);
    QCOMPARE(infos->size(), std::size_t{2});
    QCOMPARE(infos->at(0).key, std::string("a"));
    QCOMPARE(*infos->at(1).value.asString(), std::string("2"));
    PMIX_DATA_ARRAY_DESTRUCT(&array);
}

void TestCapiValues::listsAreWalked()
{
    void* list = PMIx_Info_list_start();
    for (const char* key : {"a", "b", "c"})
        (void)PMIx_Info_list_add(list, key, nullptr, PMIX_BOOL);
    std::string keys;
    void* next = nullptr;
    do {
        keys += PMIx_Info_list_get_info(list, next, &next)->key;
    } while (next);
    QCOMPARE(keys, std::string("abc"));
    PMIx_Info_list_release(list);
}

void TestCapiValues::environmentsAreEdited()
{
    char** environment = nullptr;
    const std::string large(200000, 'x');
    QCOMPARE(PMIx_Setenv("A", large.c_str(), true, &environment), PMIX_SUCCESS);
    QCOMPARE(PMIx_Setenv("AB", "2", true, &environment), PMIX_SUCCESS);
    QCOMPARE(PMIx_Setenv("A", "1", false, &environment), PMIX_ERR_EXISTS);
    QCOMPARE(PMIx_Setenv("A", "1", true, &environment), PMIX_SUCCESS);
    QVERIFY(fromC(environment) == (std::vector<std::string>{"A=1", "AB=2"}));
    PMIx_Argv_free(environment);
}

DBGR_TEST(TestCapiValues, QCoreApplication);

} // namespace tst_capi_values

#include "tst_capi_values.moc"
