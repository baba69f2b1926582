"""Random bits: one hash, from which every choice draws.

The hash is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", 2014).
"""

# pyright: basic, reportArgumentType=false

from __future__ import annotations

import numpy as np

from belote.compiled import inline

STEP = np.uint64(0x9E3779B97F4A7C15)
"""What two numbers of a stream lie apart before they are mixed."""


@inline
def mix(bits):
    """A bijection of 64 bits in which every input bit changes about half of the output."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@inline
def below(bits32, count):
    """A whole number from 0 to ``count - 1``, equally likely to ``count`` in 2^32, of 32 bits."""
    return (bits32 * np.uint64(count)) >> np.uint64(32)
