/* Calls entries of the built engine from Python, as a compiler's dispatcher would, for types that are
   known ahead (entry_table.py). It checks arrays for their type, dimensions, order and whether they may be
   written, and releases the interpreter's lock while the entry runs. One binary serves every Python from
   3.11 on: only the stable part of its interface is used.

   An entry is bound with the leaves of what it takes, a tuple of (kind, count, dtype) each:
       'a', 'c'  an array of `count` dimensions with items of `dtype`, in C order; 'c' is only read
       'i', 'd'  a whole number, a floating one
       't'       a tuple of `count` things, whose leaves follow
       'x'       the rules, which the library knows: whatever is given
   What it returns is one letter for each number: 'i', 'd', 'f' (32 bits), 'b' (true or false). */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>
#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>
#ifdef __x86_64__
#include <cpuid.h>
#endif
#include <stdint.h>
#include <string.h>

enum { SLOTS = 1024, LEAVES = 160, RESULTS = 4 };

typedef int32_t (*Code)(void *result, const int64_t *slots);
typedef struct {
    char kind;
    int count;
    PyArray_Descr *dtype;
    PyArray_Descr *alike; /* another object for the same dtype, as arrays have that were unpickled */
} Leaf;
typedef struct {
    PyObject_HEAD
    PyMethodDef method;
    Code code;
    char name[64];
    char returns[RESULTS + 1];
    PyObject *refuse; /* called with what was given where that is wrong: it raises what to say */
    PyObject *pickled; /* what to call, and with what, to have this entry again */
    Py_ssize_t given;
    int leaves;
    Leaf leaf[LEAVES];
} Entry;

static int is_of(PyArrayObject *array, Leaf *leaf)
{
    PyArray_Descr *found = PyArray_DESCR(array);
    if (found == leaf->dtype || found == leaf->alike)
        return 1;
    if (!PyArray_EquivTypes(found, leaf->dtype))
        return 0;
    PyObject *before = (PyObject *)leaf->alike;
    leaf->alike = (PyArray_Descr *)Py_NewRef((PyObject *)found);
    Py_XDECREF(before);
    return 1;
}

/* Write what was given into slots; NULL if it is not what the entry takes. */
static int64_t *fill(PyObject *given, Leaf **next, int64_t *slot)
{
    Leaf *leaf = (*next)++;
    switch (leaf->kind) {
    case 'a':
    case 'c': {
        if (!PyArray_Check(given))
            return NULL;
        PyArrayObject *array = (PyArrayObject *)given;
        int wanted = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED | (leaf->kind == 'a' ? NPY_ARRAY_WRITEABLE : 0);
        if (PyArray_NDIM(array) != leaf->count || (PyArray_FLAGS(array) & wanted) != wanted || !is_of(array, leaf))
            return NULL;
        *slot++ = 0;
        *slot++ = 0;
        int64_t *items = slot++;
        *slot++ = (int64_t)PyArray_ITEMSIZE(array);
        *slot++ = (int64_t)(intptr_t)PyArray_DATA(array);
        *items = 1;
        for (int k = 0; k < leaf->count; k++)
            *items *= *slot++ = (int64_t)PyArray_DIM(array, k);
        for (int k = 0; k < leaf->count; k++)
            *slot++ = (int64_t)PyArray_STRIDE(array, k);
        return slot;
    }
    case 'd': {
        double number = PyFloat_AsDouble(given);
        if (number == -1.0 && PyErr_Occurred())
            return NULL;
        memcpy(slot, &number, sizeof number);
        return slot + 1;
    }
    case 'i': { /* takes whatever says that it is a whole number */
        long long number = PyLong_AsLongLong(given);
        if (number == -1 && PyErr_Occurred())
            return NULL;
        *slot = number;
        return slot + 1;
    }
    case 't':
        if (!PyTuple_Check(given) || PyTuple_Size(given) != leaf->count)
            return NULL;
        for (int k = 0; slot && k < leaf->count; k++)
            slot = fill(PyTuple_GetItem(given, k), next, slot);
        return slot;
    default: /* the rules */
        *slot = 0;
        return slot + 1;
    }
}

static PyObject *refused(Entry *entry, PyObject *const *given, Py_ssize_t count)
{
    PyErr_Clear();
    PyObject *all = PyTuple_New(count);
    if (!all)
        return NULL;
    for (Py_ssize_t k = 0; k < count; k++) {
        Py_INCREF(given[k]);
        PyTuple_SetItem(all, k, given[k]);
    }
    PyObject *said = PyObject_Call(entry->refuse, all, NULL);
    Py_DECREF(all);
    if (!said)
        return NULL;
    Py_DECREF(said);
    return PyErr_Format(PyExc_SystemError, "%s: refused without a reason", entry->name);
}

static PyObject *number(char kind, const int64_t *result)
{
    double wide;
    float narrow;
    switch (kind) {
    case 'd':
        memcpy(&wide, result, sizeof wide);
        return PyFloat_FromDouble(wide);
    case 'f':
        memcpy(&narrow, result, sizeof narrow);
        return PyFloat_FromDouble(narrow);
    case 'b':
        return PyBool_FromLong(*(const char *)result);
    default:
        return PyLong_FromLongLong(*result);
    }
}

static PyObject *call(PyObject *self, PyObject *const *given, Py_ssize_t count)
{
    Entry *entry = (Entry *)self;
    int64_t slots[SLOTS], result[RESULTS] = {0}, *slot = slots;
    Leaf *next = entry->leaf;
    if (count != entry->given)
        return refused(entry, given, count);
    for (Py_ssize_t k = 0; slot && k < count; k++)
        slot = fill(given[k], &next, slot);
    if (!slot)
        return refused(entry, given, count);
    int32_t status;
    Py_BEGIN_ALLOW_THREADS
    status = entry->code(result, slots);
    Py_END_ALLOW_THREADS
    if (status != 0 && status != -2) /* -2: it returns nothing */
        return PyErr_Format(PyExc_RuntimeError, "%s: compiled code has raised an error (%d)", entry->name, (int)status);
    size_t results = strlen(entry->returns);
    if (results == 0)
        Py_RETURN_NONE;
    if (results == 1)
        return number(entry->returns[0], result);
    PyObject *all = PyTuple_New((Py_ssize_t)results);
    for (size_t k = 0; all && k < results; k++) {
        PyObject *one = number(entry->returns[k], result + k);
        if (!one) {
            Py_DECREF(all);
            return NULL;
        }
        PyTuple_SetItem(all, (Py_ssize_t)k, one);
    }
    return all;
}

static void end(PyObject *self)
{
    Entry *entry = (Entry *)self;
    PyTypeObject *type = Py_TYPE(self);
    for (int k = 0; k < entry->leaves; k++) {
        Py_XDECREF((PyObject *)entry->leaf[k].dtype);
        Py_XDECREF((PyObject *)entry->leaf[k].alike);
    }
    Py_XDECREF(entry->refuse);
    Py_XDECREF(entry->pickled);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* Pickle asks a function that belongs to an object for that object, and then for its attribute of the
   function's name. */
static PyObject *attribute(PyObject *self, PyObject *asked)
{
    Entry *entry = (Entry *)self;
    PyObject *name = PyUnicode_FromString(entry->name);
    int same = name ? PyObject_RichCompareBool(asked, name, Py_EQ) : -1;
    Py_XDECREF(name);
    if (same < 0)
        return NULL;
    return same ? PyCFunction_NewEx(&entry->method, self, NULL) : PyObject_GenericGetAttr(self, asked);
}

static PyObject *reduce(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return Py_NewRef(((Entry *)self)->pickled);
}

static PyMethodDef entry_methods[] = {{"__reduce__", reduce, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static PyType_Slot entry_slots[] = {
    {Py_tp_dealloc, end}, {Py_tp_methods, entry_methods}, {Py_tp_getattro, attribute}, {0, NULL},
};
static PyType_Spec entry_spec = {
    "altered_env.native.calls.Entry", sizeof(Entry), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, entry_slots,
};
static PyObject *entry_type;

static const char bind_says[] =
    "bind(name, address, how many arguments, leaves, results, refuse, pickled)\n\n"
    "An entry, as a function; `refuse` is called with arguments that are wrong, and raises.";

static PyObject *bind(PyObject *module, PyObject *args)
{
    PyObject *leaves, *refuse, *pickled;
    unsigned long long address;
    Py_ssize_t given, slots = 0;
    const char *name, *returns;
    (void)module;
    if (!PyArg_ParseTuple(args, "sKnO!sOO", &name, &address, &given, &PyTuple_Type, &leaves, &returns, &refuse,
                          &pickled))
        return NULL;
    Py_ssize_t count = PyTuple_Size(leaves);
    if (count > LEAVES || strlen(returns) > RESULTS || strlen(name) >= sizeof ((Entry *)0)->name)
        return PyErr_Format(PyExc_ValueError, "%s takes or gives too much to be called", name);
    Entry *entry = PyObject_New(Entry, (PyTypeObject *)entry_type);
    if (!entry)
        return NULL;
    Py_ssize_t head = sizeof(PyObject); /* all that follows starts as nothing */
    memset((char *)entry + head, 0, sizeof *entry - (size_t)head);
    strcpy(entry->name, name);
    strcpy(entry->returns, returns);
    entry->code = (Code)(uintptr_t)address;
    entry->given = given;
    entry->refuse = Py_NewRef(refuse);
    entry->pickled = Py_NewRef(pickled);
    entry->method = (PyMethodDef){entry->name, (PyCFunction)(void (*)(void))call, METH_FASTCALL, NULL};
    for (Py_ssize_t k = 0; k < count; k++) {
        int kind;
        PyObject *dtype;
        Leaf *leaf = &entry->leaf[k];
        if (!PyArg_ParseTuple(PyTuple_GetItem(leaves, k), "CiO", &kind, &leaf->count, &dtype)) {
            Py_DECREF(entry);
            return NULL;
        }
        leaf->kind = (char)kind;
        entry->leaves++;
        slots += kind == 'a' || kind == 'c' ? 5 + 2 * leaf->count : 1;
        if (kind == 'a' || kind == 'c') {
            if (!PyArray_DescrCheck(dtype)) {
                Py_DECREF(entry);
                return PyErr_Format(PyExc_TypeError, "%s: an array's leaf needs a dtype", name);
            }
            leaf->dtype = (PyArray_Descr *)Py_NewRef(dtype);
        }
    }
    if (slots > SLOTS) {
        Py_DECREF(entry);
        return PyErr_Format(PyExc_ValueError, "%s takes too much to be called", name);
    }
    PyObject *found = PyCFunction_NewEx(&entry->method, (PyObject *)entry, NULL);
    Py_DECREF(entry);
    return found;
}

#ifdef __x86_64__
/* The level of x86-64 of this processor, if the system keeps its wide registers: 4, 3, or 1 for any other.
   The processor is asked itself: not every compiler's runtime does it (__builtin_cpu_supports). */
static int level_of_x86(void)
{
    enum {
        FMA = 1 << 12, MOVBE = 1 << 22, OSXSAVE = 1 << 27, AVX = 1 << 28, F16C = 1 << 29, /* leaf 1, ecx */
        BMI1 = 1 << 3, AVX2 = 1 << 5, BMI2 = 1 << 8, /* leaf 7, ebx */
        AVX512F = 1 << 16, AVX512DQ = 1 << 17, AVX512CD = 1 << 28, AVX512BW = 1 << 30,
        LZCNT = 1 << 5, /* leaf 0x80000001, ecx */
        KEPT = 0x6, KEPT_512 = 0xe6, /* the registers of SSE and AVX, and of AVX-512 */
    };
    const unsigned first = FMA | MOVBE | OSXSAVE | AVX | F16C, seventh = BMI1 | AVX2 | BMI2;
    const unsigned fourth = AVX512F | AVX512DQ | AVX512CD | AVX512BW | 1u << 31; /* and AVX512VL */
    unsigned a, b, c, d, kept, high, seven;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & first) != first)
        return 1;
    __asm__ volatile("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    (void)high;
    if ((kept & KEPT) != KEPT || !__get_cpuid_count(7, 0, &a, &seven, &c, &d) || (seven & seventh) != seventh)
        return 1;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || (c & LZCNT) == 0)
        return 1;
    return (kept & KEPT_512) == KEPT_512 && (seven & fourth) == fourth ? 4 : 3;
}
#endif

static const char level_says[] =
    "level()\n\nThe newest family of processors for which the engine may be built that this one belongs to.";

static PyObject *level(PyObject *module, PyObject *nothing)
{
    (void)module;
    (void)nothing;
#ifdef __x86_64__
    int found = level_of_x86();
    return PyUnicode_FromString(found == 4 ? "x86-64-v4" : found == 3 ? "x86-64-v3" : "x86-64");
#else
    return PyUnicode_FromString("generic");
#endif
}

static PyMethodDef methods[] = {
    {"bind", bind, METH_VARARGS, bind_says},
    {"level", level, METH_NOARGS, level_says},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef about = {
    PyModuleDef_HEAD_INIT, "calls", "Calls entries of the built engine.", -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit_calls(void)
{
    import_array();
    entry_type = PyType_FromSpec(&entry_spec);
    return entry_type ? PyModule_Create(&about) : NULL;
}
