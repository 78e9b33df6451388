/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the headers of a version of CPython say of its structures, in the words of python::Layout. */
#define Py_BUILD_CORE 1
#include <Python.h>
#include <frameobject.h>

#include <stddef.h>
#include <stdio.h>

#include "internal/pycore_interp.h"
#include "internal/pycore_pystate.h"
#include "internal/pycore_runtime.h"
#if PY_MINOR_VERSION >= 11
#include "internal/pycore_code.h"
#include "internal/pycore_frame.h"
#endif

#define SAY(name, type, member) printf("%s %zu\n", name, offsetof(type, member))

static void sayFrames(void)
{
#if PY_MINOR_VERSION <= 10
    SAY("interpreter.threads", PyInterpreterState, tstate_head);
    SAY("thread.frame", PyThreadState, frame);
    SAY("frame.code", PyFrameObject, f_code);
    SAY("frame.previous", PyFrameObject, f_back);
    SAY("frame.instruction", PyFrameObject, f_lasti);
    SAY("code.name", PyCodeObject, co_name);
    SAY("code.instructions", PyCodeObject, co_code);
#else
    SAY("interpreter.threads", PyInterpreterState, threads.head);
    SAY("thread.chunk", PyThreadState, datastack_chunk);
    SAY("thread.top", PyThreadState, datastack_top);
    SAY("chunk.previous", _PyStackChunk, previous);
    SAY("chunk.top", _PyStackChunk, top);
    SAY("chunk.data", _PyStackChunk, data);
    SAY("frame.previous", _PyInterpreterFrame, previous);
    SAY("frame.owner", _PyInterpreterFrame, owner);
    SAY("frame.size", _PyInterpreterFrame, localsplus);
    SAY("code.name", PyCodeObject, co_qualname);
    SAY("code.instructions", PyCodeObject, co_code_adaptive);
    SAY("code.firstTraced", PyCodeObject, _co_firsttraceable);
    printf("owner.thread %d\nowner.generator %d\n", FRAME_OWNED_BY_THREAD, FRAME_OWNED_BY_GENERATOR);
#endif
#if PY_MINOR_VERSION == 11 || PY_MINOR_VERSION == 12
    SAY("frame.code", _PyInterpreterFrame, f_code);
    SAY("frame.instruction", _PyInterpreterFrame, prev_instr);
    SAY("record.previous", _PyCFrame, previous);
    SAY("record.frame", _PyCFrame, current_frame);
#elif PY_MINOR_VERSION == 13
    SAY("frame.code", _PyInterpreterFrame, f_executable);
    SAY("frame.instruction", _PyInterpreterFrame, instr_ptr);
    SAY("thread.frame", PyThreadState, current_frame);
#endif
#if PY_MINOR_VERSION == 10
    SAY("record.previous", CFrame, previous);
#endif
#if PY_MINOR_VERSION >= 10 && PY_MINOR_VERSION <= 12
    SAY("thread.record", PyThreadState, cframe);
#endif
#if PY_MINOR_VERSION == 10 || PY_MINOR_VERSION == 11
    SAY("thread.lastRecord", PyThreadState, root_cframe);
#endif
#if PY_MINOR_VERSION == 11
    SAY("frame.isEntry", _PyInterpreterFrame, is_entry);
#elif PY_MINOR_VERSION >= 12
    printf("owner.loop %d\n", FRAME_OWNED_BY_CSTACK);
#endif
}

int main(void)
{
    SAY("runtime.interpreters", _PyRuntimeState, interpreters.head);
    SAY("interpreter.next", PyInterpreterState, next);
    SAY("thread.previous", PyThreadState, prev);
    SAY("thread.next", PyThreadState, next);
    SAY("thread.interpreter", PyThreadState, interp);
    SAY("thread.id", PyThreadState, thread_id);
    SAY("code.file", PyCodeObject, co_filename);
    SAY("code.firstLine", PyCodeObject, co_firstlineno);
#if PY_MINOR_VERSION == 9
    SAY("code.lines", PyCodeObject, co_lnotab);
#else
    SAY("code.lines", PyCodeObject, co_linetable);
#endif
    SAY("object.type", PyObject, ob_type);
    SAY("object.count", PyVarObject, ob_size);
    SAY("text.count", PyASCIIObject, length);
    SAY("text.state", PyASCIIObject, state);
    printf("text.ascii %zu\ntext.other %zu\n", sizeof(PyASCIIObject), sizeof(PyCompactUnicodeObject));
    SAY("bytes.begin", PyBytesObject, ob_sval);
    sayFrames();
    return 0;
}
