"""What a finished game leaves behind: results of its seats, and what they make of ratings. Knows no page."""
