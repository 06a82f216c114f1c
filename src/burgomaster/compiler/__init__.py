"""How rules, bots and batches are compiled: the one package that uses numba and llvmlite.

`jit.py` is what kernels are written with, `struct.py` declares records, `bits.py`, `vectors.py`, `atomic.py`
and `handed.py` are instructions that Python has no word for. Three modules use private parts of numba:
`faces.py`, `kernel_library.py` and `kernel_files.py`. `plain_build.py` replaces them
(docs/upgrading_numba.md).
"""
