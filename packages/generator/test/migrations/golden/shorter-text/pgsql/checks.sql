-- Rows that stand in the way of migration 20261116101500_shorter_text of "app" for PostgreSQL: none may come

-- orm: book.title becomes VARCHAR(20) (migration/narrows-type)
SELECT "id" FROM "book" WHERE char_length("title") > 20 LIMIT 1001;
