-- Rows that stand in the way of migration 20261116101500_set_not_null of "app" for Oracle: none may come

-- orm: book.title becomes required (migration/sets-required)
SELECT "ID" FROM "BOOK" WHERE "TITLE" IS NULL FETCH FIRST 1001 ROWS ONLY;
