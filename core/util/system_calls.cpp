// SPDX-License-Identifier: BSD-3-Clause
#include "util/system_calls.h"

#include <algorithm>
#include <sys/syscall.h>

namespace dbgr::util {

namespace {

struct CallEntry
{
    std::string_view name;
    std::optional<std::uint32_t> number; ///< nothing: not of this processor
    unsigned arguments;
};

/// \param number what the headers' name for it means; that name itself where they have none
constexpr CallEntry callEntry(std::string_view name, std::string_view number, unsigned arguments)
{
    constexpr std::uint32_t kBase = 10;
    std::uint32_t value = 0;
    for (const char c : number) {
        if (c < '0' || c > '9')
            return {name, std::nullopt, arguments};
        value = value * kBase + static_cast<std::uint32_t>(c - '0');
    }
    return {name, value, arguments};
}

// Names, sorted, and how many arguments each has. A name that the installed headers do not know has no number here.
// clang-format off
#define DBGR_SYSTEM_CALLS(CALL) \
    CALL(accept, 3) CALL(accept4, 4) CALL(access, 2) CALL(acct, 1) CALL(add_key, 5) CALL(adjtimex, 1) CALL(alarm, 1) \
    CALL(arch_prctl, 2) CALL(bind, 3) CALL(bpf, 3) CALL(brk, 1) CALL(cachestat, 4) CALL(capget, 2) CALL(capset, 2) \
    CALL(chdir, 1) CALL(chmod, 2) CALL(chown, 3) CALL(chroot, 1) CALL(clock_adjtime, 2) CALL(clock_getres, 2) \
    CALL(clock_gettime, 2) CALL(clock_nanosleep, 4) CALL(clock_settime, 2) CALL(clone, 5) CALL(clone3, 2) \
    CALL(close, 1) CALL(close_range, 3) CALL(connect, 3) CALL(copy_file_range, 6) CALL(creat, 2) \
    CALL(delete_module, 2) CALL(dup, 1) CALL(dup2, 2) CALL(dup3, 3) CALL(epoll_create, 1) CALL(epoll_create1, 1) \
    CALL(epoll_ctl, 4) CALL(epoll_pwait, 6) CALL(epoll_pwait2, 6) CALL(epoll_wait, 4) CALL(eventfd, 1) \
    CALL(eventfd2, 2) CALL(execve, 3) CALL(execveat, 5) CALL(exit, 1) CALL(exit_group, 1) CALL(faccessat, 3) \
    CALL(faccessat2, 4) CALL(fadvise64, 4) CALL(fallocate, 4) CALL(fanotify_init, 2) CALL(fanotify_mark, 5) \
    CALL(fchdir, 1) CALL(fchmod, 2) CALL(fchmodat, 3) CALL(fchmodat2, 4) CALL(fchown, 3) CALL(fchownat, 5) \
    CALL(fcntl, 3) CALL(fdatasync, 1) CALL(fgetxattr, 4) CALL(finit_module, 3) CALL(flistxattr, 3) CALL(flock, 2) \
    CALL(fork, 0) CALL(fremovexattr, 2) CALL(fsconfig, 5) CALL(fsetxattr, 5) CALL(fsmount, 3) CALL(fsopen, 2) \
    CALL(fspick, 3) CALL(fstat, 2) CALL(fstatfs, 2) CALL(fsync, 1) CALL(ftruncate, 2) CALL(futex, 6) \
    CALL(futex_requeue, 4) CALL(futex_wait, 6) CALL(futex_waitv, 5) CALL(futex_wake, 4) CALL(futimesat, 3) \
    CALL(get_mempolicy, 5) CALL(get_robust_list, 3) CALL(get_thread_area, 1) CALL(getcpu, 3) CALL(getcwd, 2) \
    CALL(getdents, 3) CALL(getdents64, 3) CALL(getegid, 0) CALL(geteuid, 0) CALL(getgid, 0) CALL(getgroups, 2) \
    CALL(getitimer, 2) CALL(getpeername, 3) CALL(getpgid, 1) CALL(getpgrp, 0) CALL(getpid, 0) CALL(getppid, 0) \
    CALL(getpriority, 2) CALL(getrandom, 3) CALL(getresgid, 3) CALL(getresuid, 3) CALL(getrlimit, 2) \
    CALL(getrusage, 2) CALL(getsid, 1) CALL(getsockname, 3) CALL(getsockopt, 5) CALL(gettid, 0) CALL(gettimeofday, 2) \
    CALL(getuid, 0) CALL(getxattr, 4) CALL(init_module, 3) CALL(inotify_add_watch, 3) CALL(inotify_init, 0) \
    CALL(inotify_init1, 1) CALL(inotify_rm_watch, 2) CALL(io_cancel, 3) CALL(io_destroy, 1) CALL(io_getevents, 5) \
    CALL(io_pgetevents, 6) CALL(io_setup, 2) CALL(io_submit, 3) CALL(io_uring_enter, 6) CALL(io_uring_register, 4) \
    CALL(io_uring_setup, 2) CALL(ioctl, 3) CALL(ioperm, 3) CALL(iopl, 1) CALL(ioprio_get, 2) CALL(ioprio_set, 3) \
    CALL(kcmp, 5) CALL(kexec_file_load, 5) CALL(kexec_load, 4) CALL(keyctl, 5) CALL(kill, 2) \
    CALL(landlock_add_rule, 4) CALL(landlock_create_ruleset, 3) CALL(landlock_restrict_self, 2) CALL(lchown, 3) \
    CALL(lgetxattr, 4) CALL(link, 2) CALL(linkat, 5) CALL(listen, 2) CALL(listmount, 4) CALL(listxattr, 3) \
    CALL(llistxattr, 3) CALL(lookup_dcookie, 3) CALL(lremovexattr, 2) CALL(lseek, 3) CALL(lsetxattr, 5) \
    CALL(lsm_get_self_attr, 4) CALL(lsm_list_modules, 3) CALL(lsm_set_self_attr, 4) CALL(lstat, 2) CALL(madvise, 3) \
    CALL(map_shadow_stack, 3) CALL(mbind, 6) CALL(membarrier, 3) CALL(memfd_create, 2) CALL(memfd_secret, 1) \
    CALL(migrate_pages, 4) CALL(mincore, 3) CALL(mkdir, 2) CALL(mkdirat, 3) CALL(mknod, 3) CALL(mknodat, 4) \
    CALL(mlock, 2) CALL(mlock2, 3) CALL(mlockall, 1) CALL(mmap, 6) CALL(modify_ldt, 3) CALL(mount, 5) \
    CALL(mount_setattr, 5) CALL(move_mount, 5) CALL(move_pages, 6) CALL(mprotect, 3) CALL(mq_getsetattr, 3) \
    CALL(mq_notify, 2) CALL(mq_open, 4) CALL(mq_timedreceive, 5) CALL(mq_timedsend, 5) CALL(mq_unlink, 1) \
    CALL(mremap, 5) CALL(mseal, 3) CALL(msgctl, 3) CALL(msgget, 2) CALL(msgrcv, 5) CALL(msgsnd, 4) CALL(msync, 3) \
    CALL(munlock, 2) CALL(munlockall, 0) CALL(munmap, 2) CALL(name_to_handle_at, 5) CALL(nanosleep, 2) \
    CALL(newfstatat, 4) CALL(open, 3) CALL(open_by_handle_at, 3) CALL(open_tree, 3) CALL(openat, 4) CALL(openat2, 4) \
    CALL(pause, 0) CALL(perf_event_open, 5) CALL(personality, 1) CALL(pidfd_getfd, 3) CALL(pidfd_open, 2) \
    CALL(pidfd_send_signal, 4) CALL(pipe, 1) CALL(pipe2, 2) CALL(pivot_root, 2) CALL(pkey_alloc, 2) \
    CALL(pkey_free, 1) CALL(pkey_mprotect, 4) CALL(poll, 3) CALL(ppoll, 5) CALL(prctl, 5) CALL(pread64, 4) \
    CALL(preadv, 5) CALL(preadv2, 6) CALL(prlimit64, 4) CALL(process_madvise, 5) CALL(process_mrelease, 2) \
    CALL(process_vm_readv, 6) CALL(process_vm_writev, 6) CALL(pselect6, 6) CALL(ptrace, 4) CALL(pwrite64, 4) \
    CALL(pwritev, 5) CALL(pwritev2, 6) CALL(quotactl, 4) CALL(quotactl_fd, 4) CALL(read, 3) CALL(readahead, 3) \
    CALL(readlink, 3) CALL(readlinkat, 4) CALL(readv, 3) CALL(reboot, 4) CALL(recvfrom, 6) CALL(recvmmsg, 5) \
    CALL(recvmsg, 3) CALL(remap_file_pages, 5) CALL(removexattr, 2) CALL(rename, 2) CALL(renameat, 4) \
    CALL(renameat2, 5) CALL(request_key, 4) CALL(restart_syscall, 0) CALL(rmdir, 1) CALL(rseq, 4) \
    CALL(rt_sigaction, 4) CALL(rt_sigpending, 2) CALL(rt_sigprocmask, 4) CALL(rt_sigqueueinfo, 3) \
    CALL(rt_sigreturn, 0) CALL(rt_sigsuspend, 2) CALL(rt_sigtimedwait, 4) CALL(rt_tgsigqueueinfo, 4) \
    CALL(sched_get_priority_max, 1) CALL(sched_get_priority_min, 1) CALL(sched_getaffinity, 3) CALL(sched_getattr, 4) \
    CALL(sched_getparam, 2) CALL(sched_getscheduler, 1) CALL(sched_rr_get_interval, 2) CALL(sched_setaffinity, 3) \
    CALL(sched_setattr, 3) CALL(sched_setparam, 2) CALL(sched_setscheduler, 3) CALL(sched_yield, 0) CALL(seccomp, 3) \
    CALL(select, 5) CALL(semctl, 4) CALL(semget, 3) CALL(semop, 3) CALL(semtimedop, 4) CALL(sendfile, 4) \
    CALL(sendmmsg, 4) CALL(sendmsg, 3) CALL(sendto, 6) CALL(set_mempolicy, 3) CALL(set_mempolicy_home_node, 4) \
    CALL(set_robust_list, 2) CALL(set_thread_area, 1) CALL(set_tid_address, 1) CALL(setdomainname, 2) \
    CALL(setfsgid, 1) CALL(setfsuid, 1) CALL(setgid, 1) CALL(setgroups, 2) CALL(sethostname, 2) CALL(setitimer, 3) \
    CALL(setns, 2) CALL(setpgid, 2) CALL(setpriority, 3) CALL(setregid, 2) CALL(setresgid, 3) CALL(setresuid, 3) \
    CALL(setreuid, 2) CALL(setrlimit, 2) CALL(setsid, 0) CALL(setsockopt, 5) CALL(settimeofday, 2) CALL(setuid, 1) \
    CALL(setxattr, 5) CALL(shmat, 3) CALL(shmctl, 3) CALL(shmdt, 1) CALL(shmget, 3) CALL(shutdown, 2) \
    CALL(sigaltstack, 2) CALL(signalfd, 3) CALL(signalfd4, 4) CALL(socket, 3) CALL(socketpair, 4) CALL(splice, 6) \
    CALL(stat, 2) CALL(statfs, 2) CALL(statmount, 4) CALL(statx, 5) CALL(swapoff, 1) CALL(swapon, 2) CALL(symlink, 2) \
    CALL(symlinkat, 3) CALL(sync, 0) CALL(sync_file_range, 4) CALL(syncfs, 1) CALL(sysfs, 3) CALL(sysinfo, 1) \
    CALL(syslog, 3) CALL(tee, 4) CALL(tgkill, 3) CALL(time, 1) CALL(timer_create, 3) CALL(timer_delete, 1) \
    CALL(timer_getoverrun, 1) CALL(timer_gettime, 2) CALL(timer_settime, 4) CALL(timerfd_create, 2) \
    CALL(timerfd_gettime, 2) CALL(timerfd_settime, 4) CALL(times, 1) CALL(tkill, 2) CALL(truncate, 2) CALL(umask, 1) \
    CALL(umount2, 2) CALL(uname, 1) CALL(unlink, 1) CALL(unlinkat, 3) CALL(unshare, 1) CALL(uselib, 1) \
    CALL(userfaultfd, 1) CALL(ustat, 2) CALL(utime, 2) CALL(utimensat, 4) CALL(utimes, 2) CALL(vfork, 0) \
    CALL(vhangup, 0) CALL(vmsplice, 4) CALL(wait4, 4) CALL(waitid, 5) CALL(write, 3) CALL(writev, 3)
// clang-format on
#define DBGR_TEXT_OF(tokens) #tokens
#define DBGR_MEANING_OF(tokens) DBGR_TEXT_OF(tokens)
#define DBGR_CALL_ENTRY(name, arguments) callEntry(#name, DBGR_MEANING_OF(__NR_##name), arguments),

constexpr CallEntry kCalls[] = {DBGR_SYSTEM_CALLS(DBGR_CALL_ENTRY)};

#undef DBGR_CALL_ENTRY
#undef DBGR_MEANING_OF
#undef DBGR_TEXT_OF
#undef DBGR_SYSTEM_CALLS

static_assert(std::ranges::is_sorted(kCalls, {}, &CallEntry::name));

const CallEntry* callNamed(std::string_view name)
{
    const auto found = std::ranges::lower_bound(kCalls, name, {}, &CallEntry::name);
    return found != std::end(kCalls) && found->name == name ? found : nullptr;
}

const CallEntry* callWith(std::uint32_t number)
{
    const auto found = std::ranges::find(kCalls, std::optional(number), &CallEntry::number);
    return found != std::end(kCalls) ? found : nullptr;
}

} // namespace

std::vector<std::string_view> systemCallNames()
{
    std::vector<std::string_view> names;
    for (const CallEntry& call : kCalls)
        names.push_back(call.name);
    return names;
}

bool isSystemCall(std::string_view name)
{
    return callNamed(name) != nullptr;
}

std::optional<std::uint32_t> systemCallNumber(std::string_view name)
{
    const CallEntry* const call = callNamed(name);
    return call ? call->number : std::nullopt;
}

std::string_view systemCallName(std::uint32_t number)
{
    const CallEntry* const call = callWith(number);
    return call ? call->name : std::string_view();
}

unsigned systemCallArguments(std::uint32_t number)
{
    const CallEntry* const call = callWith(number);
    return call ? call->arguments : kMostCallArguments;
}

} // namespace dbgr::util
