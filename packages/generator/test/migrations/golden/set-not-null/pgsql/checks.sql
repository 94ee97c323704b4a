-- Rows that stand in the way of migration 20261116101500_set_not_null of "app" for PostgreSQL: none may come

-- orm: book.title becomes required (migration/sets-required)
SELECT "id" FROM "book" WHERE "title" IS NULL LIMIT 1001;
