-- scan allowed: a row for each table that numbers its rows.
SELECT name, seq FROM sqlite_sequence
