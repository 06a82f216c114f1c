"""People beyond one table: results, ratings, profiles, and whom they like to play with."""
