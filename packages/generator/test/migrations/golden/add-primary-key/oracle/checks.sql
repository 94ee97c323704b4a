-- Rows that stand in the way of migration 20261116101500_add_primary_key of "app" for Oracle: none may come

-- orm: the primary key of book is added (migration/adds-unique)
SELECT "ID" FROM "BOOK" WHERE "ID" IS NOT NULL GROUP BY "ID" HAVING COUNT(*) > 1 FETCH FIRST 1001 ROWS ONLY;
