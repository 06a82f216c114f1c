"""How numba's machine code is put together, so that nothing is optimised twice.

Numba makes machine code of every function, with all that the function calls copied into it and optimised
again at each level. Most kernels are called by other kernels only: these are kept as intermediate code
(`InnerLibrary`), and the optimiser and the code generator run once for each kernel that Python calls
(`EntryLibrary`), over everything that it needs.

Numba also counts the references to every array that a function is handed, in atomic operations that wait for
all memory written before. Our kernels own no arrays: the caller in Python holds them all. So the counting is
left out (`KernelLibrary`), except in a kernel that makes an array, or calls one that does: a step of a batch
takes 208 microseconds without and 364 with it (512 games, one core).

Private: numba's code libraries, its compiler, and the text of its LLVM code. Without it, numba's own
libraries do the same more slowly, as in the plain build.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from llvmlite import binding
from llvmlite.ir import Module
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.environment import lookup_environment

from burgomaster.compiler.fixed_rules import FixedRecord

ENVIRONMENT = "_ZN08NumbaEnv"  # how numba names the variable that holds the environment of a function
DOOR = "wrapper"  # how it names the part that Python calls
ALLOCATORS = ("NRT_MemInfo_alloc", "NRT_MemInfo_alloc_aligned", "NRT_MemInfo_alloc_safe_aligned")  # of arrays
COUNTING = re.compile(r'^ *call void @"?NRT_(?:incref|decref)"?\(.*\n', re.MULTILINE)


class _NoEnvironment:
    """Stands for the machine's memory, in which a kernel without machine code has no place."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: the kernels that it is linked into have a place for it."""


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba is untyped
    """A kernel that counts no references, as long as it owns none."""

    def add_ir_module(self, ir_module: Module) -> None:
        """Take what numba has made of a function; the door from Python holds its arrays as ever."""
        self._raise_if_finalized()
        text = cgutils.normalize_ir_text(str(ir_module))
        counts = (
            ir_module.name == DOOR or ALLOCATORS[0] in text or any(map(makes_arrays, self._linking_libraries))
        )
        module = binding.parse_assembly(text if counts else COUNTING.sub("", text))
        module.name = ir_module.name
        module.verify()
        self.add_llvm_module(module)


def makes_arrays(library: JITCodeLibrary) -> bool:
    """Tell whether the code of a function, or of anything it calls, makes arrays."""
    return any(has_function(library._final_module, name) for name in ALLOCATORS)


def has_function(module: Any, name: str) -> bool:
    """Tell whether a module defines a function or calls it."""
    try:
        module.get_function(name)
    except NameError:
        return False
    return True


class InnerLibrary(KernelLibrary):
    """A kernel that other kernels call: intermediate code, and no machine code of its own."""

    codegen = _NoEnvironment()

    def finalize(self) -> None:
        """Link what the kernel calls, and leave it to its callers to optimise."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Say that there is no machine code."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, bytes]:
        """Give what the disk cache keeps."""
        return self.name, self._get_module_for_linking().as_bitcode()

    @classmethod
    def load(cls, codegen: Any, stored: tuple[str, bytes]) -> InnerLibrary:
        """Make a library of what the disk cache kept."""
        name, bitcode = stored
        library = cls(codegen, name)
        library._shared_module = library._final_module = binding.parse_bitcode(bitcode)
        library._finalized = True
        return library


class EntryLibrary(KernelLibrary):
    """A kernel as Python calls it, with everything it needs, optimised once for speed."""

    def _finalize_final_module(self) -> None:
        super()._finalize_final_module()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _optimize_final_module(self) -> None:
        functions = [function for function in self._final_module.functions if not function.is_declaration]
        if any(FixedRecord.__name__ in function.name for function in functions):
            copy_everything(functions)
        super()._optimize_final_module()


def copy_everything(functions: list[Any]) -> None:
    """Have functions copied to wherever they are called, long ones too.

    It takes the compiler longer and makes the rules a sixth faster to play, so it is done for who asks for
    rules as constants: they have hours of play before them, and little is left of the rules.
    """
    for function in functions:
        if function.linkage is binding.Linkage.linkonce_odr:
            function.add_function_attribute("alwaysinline")


class ColdLibrary(EntryLibrary):
    """A kernel that Python calls once a move: compiled quickly, since the call costs more than the kernel."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(opt=1, loop_vectorize=False, slp_vectorize=False)
        passes.run(self._final_module, builder)


def make_pipeline(library_class: type[JITCodeLibrary]) -> type[Compiler]:
    """Make a compiler of numba's that puts its code into a library of ours."""

    class Pipeline(Compiler):  # type: ignore[misc]  # numba is untyped
        def compile_extra(self, function: Callable[..., Any]) -> CompileResult:
            self.state.library = library_class(self.state.targetctx.codegen(), function.__qualname__)
            self.state.library.enable_object_caching()
            made = super().compile_extra(function)
            refuse_arrays(made, function)
            return made

    return Pipeline


def refuse_arrays(made: CompileResult, function: Callable[..., Any]) -> None:
    """Refuse a kernel that returns an array: nobody would count who holds it."""
    kind = made.signature.return_type
    if made.target_context.data_model_manager[kind].contains_nrt_meminfo():
        raise TypeError(f"{function.__qualname__}: a kernel writes into arrays and returns none ({kind})")


INNER, ENTRY, COLD = (make_pipeline(kind) for kind in (InnerLibrary, EntryLibrary, ColdLibrary))


def reduce_inner(compiled: CompileResult) -> tuple[Any, ...]:
    """Give what the disk cache keeps of an inner kernel."""
    description = compiled.fndesc
    description.typemap = description.calltypes = None
    kept = (description, compiled.environment, compiled.signature, compiled.reload_init)
    return (compiled.library.serialize_using_object_code(), *kept)


def rebuild_inner(target: Any, stored: tuple[Any, ...]) -> CompileResult:
    """Make an inner kernel of what the disk cache kept."""
    library_data, description, environment, signature, reload_init = stored
    for initialize in reload_init:
        initialize()
    library = InnerLibrary.load(target.codegen(), library_data)
    fields = dict.fromkeys(CompileResult._fields)
    fields.update(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, description, environment),
        fndesc=description,
        signature=signature,
        objectmode=False,
        lifted=(),
        reload_init=reload_init,
        referenced_envs=(),
    )
    return CompileResult(**fields)
