-- scan allowed: a row for each table that numbers its rows.
UPDATE sqlite_sequence SET seq = max(seq, :seq) WHERE name = :name
