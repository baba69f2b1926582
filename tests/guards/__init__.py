"""The guards of the house: pure checks over source text, used by tests/test_house.py.

Every guard takes text and returns its faults as sentences, so that a test can feed it a
violation and see it speak.
"""
