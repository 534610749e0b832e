//! What functions of the thread library make happen before others, by their names (C11, 7.26; POSIX.1-2017, Base Definitions, 4.12).
//!
//! Where C11 says less than POSIX, or nothing, the weaker one counts: to take a semaphore publishes nothing, and with whom a reader of a
//! read-write lock synchronizes is left open.

use crate::program::Program;

/// What a function does for the order of what threads do.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Synchronization {
    /// What the thread did before happens before what others do behind such a call that acquires.
    pub releases: bool,
    /// What others have released happens before what the thread does behind it. Where it changes nothing it has failed, and does not.
    pub acquires: bool,
    /// It acquires also where it changes nothing.
    pub always: bool,
    /// It may tell what others have done without acquiring.
    pub looks: bool,
}

const RELEASE: &[&str] = &[
    "pthread_mutex_unlock",
    "pthread_rwlock_unlock",
    "pthread_spin_unlock",
    "pthread_barrier_wait",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "pthread_once",
    "sem_post",
    "mtx_unlock",
    "cnd_wait",
    "cnd_timedwait",
    "call_once",
    // C++: static objects in functions, std::condition_variable, std::shared_ptr.
    "__cxa_guard_release",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE10_M_releaseEv",
    "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE15_M_weak_releaseEv",
];

const ACQUIRE: &[&str] = &[
    "pthread_mutex_lock",
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_clockwrlock",
    "pthread_spin_lock",
    "pthread_spin_trylock",
    "pthread_barrier_wait",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "pthread_once",
    "pthread_join",
    "pthread_tryjoin_np",
    "pthread_timedjoin_np",
    "pthread_clockjoin_np",
    "sem_wait",
    "sem_trywait",
    "sem_timedwait",
    "sem_clockwait",
    "mtx_lock",
    "mtx_trylock",
    "mtx_timedlock",
    "cnd_wait",
    "cnd_timedwait",
    "call_once",
    "thrd_join",
    "__cxa_guard_acquire",
    "_ZNSt6thread4joinEv",
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE",
    "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE10_M_releaseEv",
    "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE15_M_weak_releaseEv",
    "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE23_M_add_ref_lock_nothrowEv",
];

/// Of those that acquire, the ones that do so in each call.
const ALWAYS: &[&str] = &[
    "pthread_barrier_wait",
    "pthread_once",
    "pthread_join",
    "call_once",
    "thrd_join",
    "__cxa_guard_acquire",
    "_ZNSt6thread4joinEv",
];

/// Those that may give up, tell how something stands, or are felt by a thread that did not ask.
const LOOK: &[&str] = &[
    "pthread_mutex_trylock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_rwlock_tryrdlock",
    "pthread_rwlock_timedrdlock",
    "pthread_rwlock_clockrdlock",
    "pthread_rwlock_trywrlock",
    "pthread_rwlock_timedwrlock",
    "pthread_rwlock_clockwrlock",
    "pthread_spin_trylock",
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "pthread_tryjoin_np",
    "pthread_timedjoin_np",
    "pthread_clockjoin_np",
    "pthread_cancel",
    "sem_trywait",
    "sem_timedwait",
    "sem_clockwait",
    "sem_getvalue",
    "mtx_trylock",
    "mtx_timedlock",
    "cnd_timedwait",
    "__bmc_wait_some_time",
    "_ZNSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE23_M_add_ref_lock_nothrowEv",
    "_ZNKSt16_Sp_counted_baseILN9__gnu_cxx12_Lock_policyE2EE16_M_get_use_countEv",
];

impl Synchronization {
    /// That of the function of a name; nothing for all others.
    pub fn of(name: &str) -> Synchronization {
        let is_in = |names: &[&str]| names.contains(&name);
        Synchronization {
            releases: is_in(RELEASE),
            acquires: is_in(ACQUIRE),
            always: is_in(ALWAYS),
            looks: is_in(LOOK),
        }
    }

    /// Whether a program may learn what threads have done from functions that do not acquire then. Beside atomic accesses that is like a
    /// relaxed access to another place.
    pub fn may_look(program: &Program) -> bool {
        let linked = program.functions.iter().filter(|f| f.model && f.is_defined());
        linked.map(|f| Synchronization::of(&f.source_name)).any(|function| function.looks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The functions of the models' thread library that neither order nor tell anything.
    const QUIET: &str = "attr_ mutexattr_ rwlockattr_ condattr_ barrierattr_ _init _destroy _create _detach _self _equal _current \
        _signal _broadcast _kill specific tss_ key_ cancelstate canceltype testcancel yield sleep sigmask setname affinity concurrency atfork \
        sem_open sem_close sem_unlink rdlock";

    #[test]
    fn each_function_of_the_thread_library_has_a_meaning() {
        let models = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
        let mut met = 0;
        for entry in std::fs::read_dir(models).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "c") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for line in text.lines().filter(|line| line.starts_with("MODEL ")) {
                let Some((head, _)) = line.split_once('(') else { continue };
                let name = head.rsplit([' ', '*']).next().unwrap();
                let starts = ["pthread_", "sem_", "mtx_", "cnd_", "thrd_", "tss_", "call_once", "sched_"];
                if starts.iter().any(|start| name.starts_with(start)) {
                    met += 1;
                    let quiet = QUIET.split_whitespace().any(|part| name.contains(part));
                    assert!(quiet || Synchronization::of(name) != Synchronization::default(), "{name}");
                }
            }
        }
        assert!(met > 100, "{met}");
    }
}
