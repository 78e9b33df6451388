// SPDX-License-Identifier: GPL-3.0-or-later
// What MPI programs do, by the word in argv[1]. Rank 0 says "ok WORD" when all results were right; a wrong result ends
// the program with status 70.

#include <mpi.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

int rank = 0;
int size = 0;

void require(bool right, const char* what)
{
    if (right)
        return;
    std::fprintf(stderr, "rank %d: wrong: %s\n", rank, what);
    std::exit(70);
}

void pointToPoint(MPI_Comm comm)
{
    const int next = (rank + 1) % size;
    const int previous = (rank + size - 1) % size;
    for (const int count : {1, 1000, 1000000}) {
        std::vector<int> out(count, rank);
        std::vector<int> in(count, -1);
        MPI_Sendrecv(out.data(), count, MPI_INT, next, 7, in.data(), count, MPI_INT, previous, 7, comm,
                     MPI_STATUS_IGNORE);
        require(in.front() == previous && in.back() == previous, "a message of the previous rank");
    }
}

void collectives(MPI_Comm comm)
{
    MPI_Barrier(comm);
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    require(sum == size * (size - 1) / 2, "allreduce");
    int word = rank == 0 ? 4711 : 0;
    MPI_Bcast(&word, 1, MPI_INT, 0, comm);
    require(word == 4711, "bcast");
    std::vector<int> out(size);
    std::vector<int> in(size, -1);
    for (int i = 0; i < size; ++i)
        out[i] = rank * 1000 + i;
    MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, comm);
    for (int i = 0; i < size; ++i)
        require(in[i] == i * 1000 + rank, "alltoall");
    std::vector<int> all(size, -1);
    MPI_Gather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, 0, comm);
    for (int i = 0; rank == 0 && i < size; ++i)
        require(all[i] == i, "gather");
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(comm, rank % 2, rank, &half);
    int halfSize = 0;
    MPI_Comm_size(half, &halfSize);
    require(halfSize == (rank % 2 == 0 ? (size + 1) / 2 : size / 2), "split");
    MPI_Comm_free(&half);
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int nodeSize = 0;
    MPI_Comm_size(node, &nodeSize);
    require(nodeSize == size, "all ranks share the node's memory");
    MPI_Comm_free(&node);
}

void oneSided(MPI_Comm comm)
{
    int* memory = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate(static_cast<MPI_Aint>(size * sizeof(int)), sizeof(int), MPI_INFO_NULL, comm, &memory, &window);
    for (int i = 0; i < size; ++i)
        memory[i] = -1;
    MPI_Win_fence(0, window);
    for (int i = 0; i < size; ++i)
        MPI_Put(&rank, 1, MPI_INT, i, rank, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    for (int i = 0; i < size; ++i)
        require(memory[i] == i, "put");
    const int one = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_unlock(0, window);
    MPI_Barrier(comm);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
    int total = -1;
    MPI_Get(&total, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_unlock(0, window);
    require(total == size, "accumulate and get");
    MPI_Win_free(&window);
}

/// Both sides of a spawn: two children, one communicator of all.
void meet(MPI_Comm between, bool child)
{
    MPI_Comm all = MPI_COMM_NULL;
    MPI_Intercomm_merge(between, child ? 1 : 0, &all);
    int everybody = 0;
    MPI_Comm_size(all, &everybody);
    const int mine = child ? 100 : 1;
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all);
    require(sum == 200 + everybody - 2, "allreduce over parents and children");
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&between);
}

void spawnChildren(const char* program)
{
    char word[] = "spawned";
    char* arguments[] = {word, nullptr};
    MPI_Comm between = MPI_COMM_NULL;
    int errors[2] = {-1, -1};
    MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between, errors);
    if (rank == 0)
        require(errors[0] == MPI_SUCCESS && errors[1] == MPI_SUCCESS, "spawn");
    meet(between, false);
}

void names()
{
    char port[MPI_MAX_PORT_NAME] = {};
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name("dbgr-battery", MPI_INFO_NULL, port);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    char found[MPI_MAX_PORT_NAME] = {};
    MPI_Lookup_name("dbgr-battery", MPI_INFO_NULL, found);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    require(std::strcmp(port, found) == 0, "the published name");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Unpublish_name("dbgr-battery", MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
}

int numberOf(char** argv, int argc, int index, int otherwise)
{
    return argc > index ? static_cast<int>(std::strtol(argv[index], nullptr, 10)) : otherwise;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string word = argc > 1 ? argv[1] : "hello";
    if (word == "before-init")
        return numberOf(argv, argc, 2, 0);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int chosen = size - 1; // who misbehaves
    if (word == "p2p") {
        pointToPoint(MPI_COMM_WORLD);
    } else if (word == "collectives") {
        collectives(MPI_COMM_WORLD);
    } else if (word == "onesided") {
        oneSided(MPI_COMM_WORLD);
    } else if (word == "spawn") {
        spawnChildren(argv[0]);
    } else if (word == "spawned") {
        MPI_Comm parent = MPI_COMM_NULL;
        MPI_Comm_get_parent(&parent);
        require(parent != MPI_COMM_NULL && size == 2, "a spawned rank has a parent");
        meet(parent, true);
    } else if (word == "names") {
        names();
    } else if (word == "abort") {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == chosen)
            MPI_Abort(MPI_COMM_WORLD, numberOf(argv, argc, 2, 5));
        ::sleep(60);
    } else if (word == "crash") {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == chosen)
            ::raise(SIGSEGV);
        ::sleep(60);
    } else if (word == "no-finalize") {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == chosen)
            ::_exit(numberOf(argv, argc, 2, 0));
        ::sleep(60);
    } else if (word == "sleep") {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            std::printf("sleeping\n"), std::fflush(stdout);
        ::sleep(static_cast<unsigned>(numberOf(argv, argc, 2, 60)));
    } else if (word == "write") {
        // megabytes of lines from each rank
        const std::string line(std::size_t{63}, static_cast<char>('a' + rank % 26));
        const long lines = numberOf(argv, argc, 2, 1) * 16384L;
        for (long i = 0; i < lines; ++i)
            std::puts(line.c_str());
    } else if (word == "where") {
        std::printf("rank %d of %d: cwd %s\n", rank, size, ::getcwd(nullptr, 0));
    } else {
        require(word == "hello" || word == "status", "the word in argv[1]");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && word != "spawned")
        std::printf("ok %s %d\n", word.c_str(), size);
    std::fflush(stdout);
    MPI_Finalize();
    return word == "status" && rank == chosen ? numberOf(argv, argc, 2, 3) : 0;
}
