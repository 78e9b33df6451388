// SPDX-License-Identifier: GPL-3.0-or-later
// An extension of Python, which `import` loads: late_module.module_mark(3).

#define PY_SSIZE_T_CLEAN
#include <Python.h>

static int t_marked;

static int module_turn(int value)
{
    t_marked = value;
    return value + 7;
}

static PyObject* module_mark(PyObject* self, PyObject* value)
{
    (void)self;
    return PyLong_FromLong(module_turn((int)PyLong_AsLong(value)));
}

static PyMethodDef kMethods[] = {{"module_mark", module_mark, METH_O, "value + 7"}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef kModule = {PyModuleDef_HEAD_INIT, "late_module", NULL, -1, kMethods, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_late_module(void)
{
    return PyModule_Create(&kModule);
}
