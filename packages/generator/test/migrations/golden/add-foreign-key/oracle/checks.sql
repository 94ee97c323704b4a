-- Rows that stand in the way of migration 20261116101500_add_foreign_key of "app" for Oracle: none may come

-- orm: foreign key book.book_author is added (migration/adds-foreign-key)
SELECT c."ID" FROM "BOOK" c WHERE c."AUTHOR_ID" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "AUTHOR" p WHERE p."ID" = c."AUTHOR_ID") FETCH FIRST 1001 ROWS ONLY;
