-- Rows that stand in the way of migration 20261116101500_add_check of "app" for Oracle: none may come

-- orm: check book.book_long is added (migration/adds-check)
SELECT "ID" FROM "BOOK" WHERE NOT (pages > 0) FETCH FIRST 1001 ROWS ONLY;
