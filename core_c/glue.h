/* glue.h: how the calls of one hand cross between Python and C.
 *
 * They take some 20 ns, and what cffi does around a call takes several times that. So
 * service.core._quick is cffi's glue with its conversions replaced: an int is a set of
 * cards, a str is text, a negative result is raised as the exception of its code, and
 * the GIL is kept. This file is part of the glue and not of the core, which never
 * touches Python. The names are cffi's own: should it give them up, this stops the
 * build.
 */
#ifndef TAPETE_GLUE_H
#define TAPETE_GLUE_H

#include <stdint.h>
#include <string.h>

#if !defined(_cffi_to_c_int) || !defined(_cffi_from_c_int) ||                   \
    !defined(_cffi_prepare_pointer_call_argument) ||                            \
    !defined(_cffi_save_errno) || !defined(_cffi_restore_errno)
#error "cffi's glue has changed: see what glue.h replaces"
#endif

/* The set of an int; one of 64 bits, which is none, for what does not fit. */
static uint64_t glue_set(PyObject *cards)
{
    const uint64_t none = UINT64_MAX;
    uint64_t set = PyLong_AsUnsignedLongLong(cards);

    if (set != none || !PyErr_Occurred())
        return set;
    if (PyErr_ExceptionMatches(PyExc_TypeError)) { /* an integer of NumPy, perhaps */
        PyErr_Clear();
        PyObject *number = PyNumber_Index(cards);
        if (!number)
            return none;
        set = PyLong_AsUnsignedLongLong(number);
        Py_DECREF(number);
    }
    if (PyErr_Occurred() && PyErr_ExceptionMatches(PyExc_OverflowError))
        PyErr_Clear();
    return set;
}

/* The str's own UTF-8, with a NUL at the end; text of no card for what has a NUL
 * within or half a surrogate pair. Returns 0, or -1 and an exception. */
static Py_ssize_t glue_text(PyObject *text, char **utf8)
{
    Py_ssize_t size = 0;
    const char *data = PyUnicode_AsUTF8AndSize(text, &size);

    if (!data && !PyErr_ExceptionMatches(PyExc_UnicodeError)) {
        PyErr_Format(PyExc_TypeError, "a str is needed, not %R", Py_TYPE(text));
        return -1;
    }
    if (!data)
        PyErr_Clear();
    const int whole = data && strlen(data) == (size_t)size;
    *utf8 = (char *)(whole ? data : "?");
    return 0;
}

/* Raises the exception of a code. */
static PyObject *glue_refuse(int code)
{
    PyObject *errors = PyImport_ImportModule("service.core.errors");
    PyObject *none = errors ? PyObject_CallMethod(errors, "check", "i", code) : NULL;

    Py_XDECREF(none);
    Py_XDECREF(errors);
    return NULL;
}

#undef _cffi_to_c_int
#define _cffi_to_c_int(object, type) glue_set(object)
#undef _cffi_from_c_int
#define _cffi_from_c_int(value, type)                                           \
    ((value) < 0 ? glue_refuse((int)(value)) : PyLong_FromLongLong(value))
#undef _cffi_prepare_pointer_call_argument
#define _cffi_prepare_pointer_call_argument(type, object, text)                 \
    glue_text(object, text)
/* Reached after an exception alone. */
#define _cffi_convert_array_argument(type, object, text, size, freed) (-1)

/* No call here blocks, and none sets errno. */
#undef Py_BEGIN_ALLOW_THREADS
#define Py_BEGIN_ALLOW_THREADS {
#undef Py_END_ALLOW_THREADS
#define Py_END_ALLOW_THREADS }
#undef _cffi_save_errno
#define _cffi_save_errno()
#undef _cffi_restore_errno
#define _cffi_restore_errno()

#endif
