"""Exact values of positions in which all hands are known: the double-dummy solver.

Python calls `positions`; kernels call `kernels`.
"""
