// SPDX-License-Identifier: GPL-3.0-or-later
// What the process table of a large job costs on its way over the wire: the reply to the query for it, written and read
// by our codec and by libpmix, in time of the processor. Stated is the best of several runs, ours as a ratio to
// libpmix's; the bytes of both must be the same.
#include "pmix/ops/info_reply.h"
#include "pmix/ops/query.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <pmix_tool.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

using namespace dbgr;
using namespace dbgr::pmix;

namespace {

constexpr std::uint32_t kRanks = 100'000;
constexpr int kRuns = 7;

/// The least milliseconds that a run of `work` took; `tidy` follows each run, untimed.
template <class Work, class Tidy>
double bestOf(Work work, Tidy tidy)
{
    double best = 1e9;
    for (int run = 0; run < kRuns; ++run) {
        const std::clock_t start = std::clock();
        work();
        best = std::min(best, static_cast<double>(std::clock() - start) * 1000 / static_cast<double>(CLOCKS_PER_SEC));
        tidy();
    }
    return best;
}

void mustHold(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "proctable: %s\n", what);
    std::exit(1);
}

std::vector<ProcInfo> table()
{
    std::vector<ProcInfo> rows;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank)
        rows.push_back({{"prterun-login1-27595@1", ProcRank(rank)},
                        "node" + std::to_string(1000 + rank / 64),
                        "/home/user/simulation/./solver",
                        util::Pid(static_cast<int>(2000 + rank % 64)),
                        ProcState::Running});
    return rows;
}

struct Milliseconds
{
    double pack = 0;
    double unpack = 0;
};

class Ours
{
public:
    explicit Ours(const std::vector<ProcInfo>& rows)
    {
        m_reply.infos.emplace_back(keys::kQueryProcTable,
                                   Value::of<DataType::DataArray>(DataArray::of<DataType::ProcInfo>(rows)));
    }
    Milliseconds measure()
    {
        Milliseconds best;
        best.pack = bestOf([&] { m_bytes = encodeInfoReply({}, m_reply).value(); }, [] {});
        InfoReply read;
        best.unpack = bestOf([&] { read = decodeInfoReply({}, m_bytes).value(); }, [&] { read = {}; });
        return best;
    }
    /// Until the table is one that a debugger can use.
    double toTable(const std::vector<ProcInfo>& expected)
    {
        std::vector<ProcInfo> rows;
        return bestOf([&] { rows = procTableOf(decodeInfoReply({}, m_bytes).value()).value(); },
                      [&] { mustHold(rows == expected, "our table changed on its way"); });
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    InfoReply m_reply;
    std::string m_bytes;
};

class Libpmix
{
public:
    explicit Libpmix(const std::vector<ProcInfo>& rows)
    {
        pmix_data_array_t* array = nullptr;
        PMIX_DATA_ARRAY_CREATE(array, rows.size(), PMIX_PROC_INFO);
        auto* out = static_cast<pmix_proc_info_t*>(array->array);
        for (const ProcInfo& row : rows) {
            PMIX_LOAD_PROCID(&out->proc, row.proc.nspace.c_str(), row.proc.rank.value());
            out->hostname = strdup(row.hostname.c_str());
            out->executable_name = strdup(row.executable.c_str());
            out->pid = row.pid.value();
            out->state = static_cast<pmix_proc_state_t>(row.state);
            ++out;
        }
        PMIX_LOAD_KEY(m_info.key, PMIX_QUERY_PROC_TABLE);
        m_info.value.type = PMIX_DATA_ARRAY;
        m_info.value.data.darray = array;
    }
    ~Libpmix() { PMIX_INFO_DESTRUCT(&m_info); }
    Libpmix(const Libpmix&) = delete;
    Libpmix& operator=(const Libpmix&) = delete;

    Milliseconds measure()
    {
        Milliseconds best;
        best.pack = bestOf([&] { pack(); }, [] {});
        pmix_info_t read;
        best.unpack = bestOf([&] { unpack(read); }, [&] { PMIX_INFO_DESTRUCT(&read); });
        return best;
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    void pack()
    {
        pmix_data_buffer_t buffer;
        PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
        pmix_status_t status = PMIX_SUCCESS;
        std::size_t count = 1;
        mustHold(PMIx_Data_pack(nullptr, &buffer, &status, 1, PMIX_STATUS) == PMIX_SUCCESS &&
                     PMIx_Data_pack(nullptr, &buffer, &count, 1, PMIX_SIZE) == PMIX_SUCCESS &&
                     PMIx_Data_pack(nullptr, &buffer, &m_info, 1, PMIX_INFO) == PMIX_SUCCESS,
                 "libpmix cannot pack");
        m_bytes.assign(buffer.base_ptr, buffer.bytes_used);
        PMIX_DATA_BUFFER_DESTRUCT(&buffer);
    }
    void unpack(pmix_info_t& info)
    {
        pmix_data_buffer_t buffer;
        PMIX_DATA_BUFFER_CONSTRUCT(&buffer);
        buffer.base_ptr = buffer.unpack_ptr = m_bytes.data();
        buffer.pack_ptr = buffer.base_ptr + m_bytes.size();
        buffer.bytes_used = buffer.bytes_allocated = m_bytes.size();
        pmix_status_t status = PMIX_SUCCESS;
        std::size_t size = 0;
        std::int32_t one = 1;
        mustHold(PMIx_Data_unpack(nullptr, &buffer, &status, &one, PMIX_STATUS) == PMIX_SUCCESS &&
                     PMIx_Data_unpack(nullptr, &buffer, &size, &one, PMIX_SIZE) == PMIX_SUCCESS &&
                     PMIx_Data_unpack(nullptr, &buffer, &info, &one, PMIX_INFO) == PMIX_SUCCESS,
                 "libpmix cannot unpack");
    }

    pmix_info_t m_info = {};
    std::string m_bytes;
};

/// libpmix packs for nobody before it is told who we are.
void startLibpmix()
{
    pmix_proc_t self;
    pmix_info_t alone;
    bool yes = true;
    PMIX_INFO_LOAD(&alone, PMIX_TOOL_DO_NOT_CONNECT, &yes, PMIX_BOOL);
    mustHold(PMIx_tool_init(&self, &alone, 1) == PMIX_SUCCESS, "libpmix does not start");
}

} // namespace

int main()
{
    startLibpmix();
    const std::vector<ProcInfo> rows = table();
    Libpmix theirs(rows);
    Ours ours(rows);
    const Milliseconds their = theirs.measure();
    const Milliseconds our = ours.measure();
    mustHold(ours.bytes() == theirs.bytes(), "the bytes differ from libpmix's");
    std::printf("process table of %u ranks, %.1f MB\n", kRanks, static_cast<double>(ours.bytes().size()) / 1e6);
    std::printf("pack    ours %7.1f ms   libpmix %7.1f ms   ratio %.2f\n", our.pack, their.pack, our.pack / their.pack);
    std::printf("unpack  ours %7.1f ms   libpmix %7.1f ms   ratio %.2f\n", our.unpack, their.unpack,
                our.unpack / their.unpack);
    std::printf("        ours %7.1f ms   up to a sorted table\n", ours.toTable(rows));
    PMIx_tool_finalize();
}
