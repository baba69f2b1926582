"""The dashboard in a real browser: headless Chromium visits a server over a small lake."""
