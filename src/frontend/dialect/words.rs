//! Words that CBMC declares itself.

/// Types. They are declared wherever the words below are.
pub(super) const TYPES: &[&str] = &[
    "typedef __typeof__(sizeof(int)) __CPROVER_size_t;",
    "typedef __typeof__((char *)0 - (char *)0) __CPROVER_ssize_t;",
];

/// Functions of one type each.
pub(super) const FUNCTIONS: &[(&str, &str)] = &[
    ("__CPROVER_assume", "void __CPROVER_assume(__CPROVER_bool);"),
    ("__VERIFIER_assume", "void __VERIFIER_assume(__CPROVER_bool);"),
    ("__CPROVER_assert", "void __CPROVER_assert(__CPROVER_bool, const char *);"),
    ("__CPROVER_precondition", "void __CPROVER_precondition(__CPROVER_bool, const char *);"),
    ("__CPROVER_postcondition", "void __CPROVER_postcondition(__CPROVER_bool, const char *);"),
    ("__CPROVER_cover", "void __CPROVER_cover(__CPROVER_bool);"),
    ("__CPROVER_input", "void __CPROVER_input(const char *, ...);"),
    ("__CPROVER_output", "void __CPROVER_output(const char *, ...);"),
    ("__CPROVER_printf", "void __CPROVER_printf(const char *, ...);"),
    ("__CPROVER_atomic_begin", "void __CPROVER_atomic_begin(void);"),
    ("__CPROVER_atomic_end", "void __CPROVER_atomic_end(void);"),
    ("__CPROVER_havoc_object", "void __CPROVER_havoc_object(void *);"),
    ("__CPROVER_havoc_slice", "void __CPROVER_havoc_slice(void *, __CPROVER_size_t);"),
    ("__CPROVER_r_ok", "__CPROVER_bool __CPROVER_r_ok(const void *, __CPROVER_size_t);"),
    ("__CPROVER_w_ok", "__CPROVER_bool __CPROVER_w_ok(const void *, __CPROVER_size_t);"),
    ("__CPROVER_rw_ok", "__CPROVER_bool __CPROVER_rw_ok(const void *, __CPROVER_size_t);"),
    ("__CPROVER_same_object", "__CPROVER_bool __CPROVER_same_object(const void *, const void *);"),
    ("__CPROVER_POINTER_OBJECT", "__CPROVER_size_t __CPROVER_POINTER_OBJECT(const void *);"),
    ("__CPROVER_POINTER_OFFSET", "__CPROVER_size_t __CPROVER_POINTER_OFFSET(const void *);"),
    ("__CPROVER_OBJECT_SIZE", "__CPROVER_size_t __CPROVER_OBJECT_SIZE(const void *);"),
    ("__CPROVER_DYNAMIC_OBJECT", "__CPROVER_bool __CPROVER_DYNAMIC_OBJECT(const void *);"),
    (
        "__CPROVER_pointer_in_range",
        "__CPROVER_bool __CPROVER_pointer_in_range(const void *, const void *, const void *);",
    ),
    ("__CPROVER_allocate", "void *__CPROVER_allocate(__CPROVER_size_t, __CPROVER_bool);"),
    ("__CPROVER_deallocate", "void __CPROVER_deallocate(void *);"),
    ("__CPROVER_array_copy", "void __CPROVER_array_copy(const void *, const void *);"),
    ("__CPROVER_array_replace", "void __CPROVER_array_replace(const void *, const void *);"),
    ("__CPROVER_array_equal", "__CPROVER_bool __CPROVER_array_equal(const void *, const void *);"),
    ("__CPROVER_array_set", "void __CPROVER_array_set(const void *, ...);"),
    (super::cleanup::PUSH, "void __bmc_cleanup_push(void *, void (*)(void *), void *);"),
    ("__bmc_array_set", "void __bmc_array_set(const void *, const void *, __CPROVER_size_t);"),
    ("__CPROVER_forall", "__CPROVER_bool __CPROVER_forall(void);"),
    ("__CPROVER_exists", "__CPROVER_bool __CPROVER_exists(void);"),
    ("__CPROVER_rounding_mode", "extern int __CPROVER_rounding_mode;"),
    ("__CPROVER_enum_is_in_range", "__CPROVER_bool __CPROVER_enum_is_in_range(long long);"),
    ("__CPROVER_is_fresh", "__CPROVER_bool __CPROVER_is_fresh(const void *, __CPROVER_size_t);"),
    (
        "__CPROVER_pointer_in_range_dfcc",
        "__CPROVER_bool __CPROVER_pointer_in_range_dfcc(const void *, const void *, const void *);",
    ),
    ("__CPROVER_pointer_equals", "__CPROVER_bool __CPROVER_pointer_equals(const void *, const void *);"),
    ("__CPROVER_obeys_contract", "__CPROVER_bool __CPROVER_obeys_contract();"),
    ("__CPROVER_freeable", "void __CPROVER_freeable(const void *);"),
    ("__CPROVER_is_freeable", "__CPROVER_bool __CPROVER_is_freeable(const void *);"),
    ("__CPROVER_was_freed", "__CPROVER_bool __CPROVER_was_freed(const void *);"),
    ("__CPROVER_object_whole", "void __CPROVER_object_whole(const void *);"),
    ("__CPROVER_object_from", "void __CPROVER_object_from(const void *);"),
    ("__CPROVER_object_upto", "void __CPROVER_object_upto(const void *, __CPROVER_size_t);"),
    ("__CPROVER_isnanf", "__CPROVER_bool __CPROVER_isnanf(float);"),
    ("__CPROVER_isnand", "__CPROVER_bool __CPROVER_isnand(double);"),
    ("__CPROVER_isnanld", "__CPROVER_bool __CPROVER_isnanld(long double);"),
    ("__CPROVER_isfinitef", "__CPROVER_bool __CPROVER_isfinitef(float);"),
    ("__CPROVER_isfinited", "__CPROVER_bool __CPROVER_isfinited(double);"),
    ("__CPROVER_isfiniteld", "__CPROVER_bool __CPROVER_isfiniteld(long double);"),
    ("__CPROVER_isinff", "__CPROVER_bool __CPROVER_isinff(float);"),
    ("__CPROVER_isinfd", "__CPROVER_bool __CPROVER_isinfd(double);"),
    ("__CPROVER_isinfld", "__CPROVER_bool __CPROVER_isinfld(long double);"),
    ("__CPROVER_isnormalf", "__CPROVER_bool __CPROVER_isnormalf(float);"),
    ("__CPROVER_isnormald", "__CPROVER_bool __CPROVER_isnormald(double);"),
    ("__CPROVER_isnormalld", "__CPROVER_bool __CPROVER_isnormalld(long double);"),
    ("__CPROVER_signf", "__CPROVER_bool __CPROVER_signf(float);"),
    ("__CPROVER_signd", "__CPROVER_bool __CPROVER_signd(double);"),
    ("__CPROVER_signld", "__CPROVER_bool __CPROVER_signld(long double);"),
    ("__CPROVER_inff", "float __CPROVER_inff(void);"),
    ("__CPROVER_inf", "double __CPROVER_inf(void);"),
    ("__CPROVER_infl", "long double __CPROVER_infl(void);"),
    ("__CPROVER_isgreaterf", "int __CPROVER_isgreaterf(float, float);"),
    ("__CPROVER_isgreaterd", "int __CPROVER_isgreaterd(double, double);"),
    ("__CPROVER_isgreaterequalf", "int __CPROVER_isgreaterequalf(float, float);"),
    ("__CPROVER_isgreaterequald", "int __CPROVER_isgreaterequald(double, double);"),
    ("__CPROVER_islessf", "int __CPROVER_islessf(float, float);"),
    ("__CPROVER_islessd", "int __CPROVER_islessd(double, double);"),
    ("__CPROVER_islessequalf", "int __CPROVER_islessequalf(float, float);"),
    ("__CPROVER_islessequald", "int __CPROVER_islessequald(double, double);"),
    ("__CPROVER_islessgreaterf", "int __CPROVER_islessgreaterf(float, float);"),
    ("__CPROVER_islessgreaterd", "int __CPROVER_islessgreaterd(double, double);"),
    ("__CPROVER_isunorderedf", "int __CPROVER_isunorderedf(float, float);"),
    ("__CPROVER_isunorderedd", "int __CPROVER_isunorderedd(double, double);"),
    ("__CPROVER_abs", "int __CPROVER_abs(int);"),
    ("__CPROVER_labs", "long __CPROVER_labs(long);"),
    ("__CPROVER_llabs", "long long __CPROVER_llabs(long long);"),
    ("__CPROVER_fabsf", "float __CPROVER_fabsf(float);"),
    ("__CPROVER_fabs", "double __CPROVER_fabs(double);"),
    ("__CPROVER_fabsl", "long double __CPROVER_fabsl(long double);"),
];

/// Whether one of [`FUNCTIONS`] has that name.
pub(super) fn declares(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name)
}

/// Operation whose meaning depends on the types of its arguments.
pub(super) struct Operation {
    /// Name.
    pub(super) name: &'static str,
    /// Number of arguments.
    pub(super) arity: usize,
    /// What a call becomes; `$1` and `$2` are its arguments.
    pub(super) body: &'static str,
    /// Whether the program may declare it; then it is an ordinary function.
    pub(super) declarable: bool,
}

/// An arithmetic operation with its overflow, in the type that C's conversions give the operands.
macro_rules! overflow {
    ($name:literal, $builtin:literal) => {
        Operation {
            name: $name,
            arity: 2,
            body: concat!(
                "(__extension__ ({ __typeof__(($1) + ($2)) __bmc_a = (__typeof__(($1) + ($2)))($1), ",
                "__bmc_b = (__typeof__(($1) + ($2)))($2), __bmc_r; ",
                $builtin,
                "(__bmc_a, __bmc_b, &__bmc_r); }))"
            ),
            declarable: true,
        }
    };
}

/// A question about the bytes of the type that a pointer leads to.
macro_rules! of_pointed {
    ($name:literal) => {
        Operation { name: $name, arity: 1, body: concat!($name, "(($1), sizeof(*($1)))"), declarable: true }
    };
}

/// All of them.
pub(super) const OPERATIONS: &[Operation] = &[
    overflow!("__CPROVER_overflow_plus", "__builtin_add_overflow"),
    overflow!("__CPROVER_overflow_minus", "__builtin_sub_overflow"),
    overflow!("__CPROVER_overflow_mult", "__builtin_mul_overflow"),
    Operation {
        name: "__CPROVER_overflow_unary_minus",
        arity: 1,
        body: "(__extension__ ({ __typeof__(-($1)) __bmc_a = ($1), __bmc_r; \
               __builtin_sub_overflow((__typeof__(__bmc_a))0, __bmc_a, &__bmc_r); }))",
        declarable: true,
    },
    // Whether a value times a power of two has no place in its promoted type. A negative amount is no overflow.
    Operation {
        name: "__CPROVER_overflow_shl",
        arity: 2,
        body: "(__extension__ ({ __typeof__(+($1)) __bmc_a = ($1), \
               __bmc_m = (__typeof__(__bmc_a))-1 > 0 ? (__typeof__(__bmc_a))-1 : (__typeof__(__bmc_a))\
               ((((__typeof__(__bmc_a))1 << (8 * sizeof(__bmc_a) - 2)) - 1) * 2 + 1), \
               __bmc_l = (__typeof__(__bmc_a))-1 > 0 ? 0 : -__bmc_m - 1; __typeof__(+($2)) __bmc_b = ($2); \
               __bmc_b < 0 ? 0 : __bmc_b >= 8 * (int)sizeof(__bmc_a) ? __bmc_a != 0 : \
               __bmc_a > (__bmc_m >> __bmc_b) || __bmc_a < (__bmc_l >> __bmc_b); }))",
        declarable: true,
    },
    of_pointed!("__CPROVER_r_ok"),
    of_pointed!("__CPROVER_w_ok"),
    of_pointed!("__CPROVER_rw_ok"),
    // The elements have the type that the pointer leads to; a pointer to `void` leads to bytes.
    Operation {
        name: "__CPROVER_array_set",
        arity: 2,
        body: "(__extension__ ({ __typeof__(*_Generic(($1), void *: (char *)0, const void *: (char *)0, \
               default: ($1))) __bmc_a = ($2); __bmc_array_set(($1), &__bmc_a, sizeof __bmc_a); }))",
        declarable: false,
    },
];
