#!/bin/sh
# Starts a browser with a page: the driver names none, and Chromium's headless shell opens none by itself.
exec "$SHADOW_TEST_BROWSER" "$@" about:blank
