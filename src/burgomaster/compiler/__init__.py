"""How rules, bots and batches are compiled: the one package that uses numba and llvmlite.

`jit.py` is what kernels are written with, `struct.py` declares records, `bits.py`, `vectors.py`, `atomic.py`
and `handed.py` are instructions that Python has no word for. Four modules use private parts of numba:
`faces.py`, `kernel_library.py`, `kernel_files.py` and `fixed_rules.py`. `plain_build.py` replaces them
(docs/upgrading_numba.md).
"""
