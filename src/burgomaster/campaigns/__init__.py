"""Campaigns: hostile experiments repeated with many seeds, against the rules and against running servers."""
