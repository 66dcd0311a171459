"""The companion on a phone without a connection: the same pages and rules, run by the service worker."""
