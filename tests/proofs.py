"""Which test proves which entry of faults.json: a fault that another belote program had."""

from collections import defaultdict

PROVED = defaultdict(list)


def proves(kind, said):
    """Mark a test as the proof of the entry of faults.json with that kind and input."""

    def register(test):
        PROVED[kind, said].append(test)
        return test

    return register
