"""Tulip Auction: sealed bids for eight tulips."""
