-- Rows that stand in the way of migration 20261116101500_add_unique of "app" for Oracle: none may come

-- orm: unique book.book_pages_once is added (migration/adds-unique)
SELECT "PAGES" FROM "BOOK" WHERE "PAGES" IS NOT NULL GROUP BY "PAGES" HAVING COUNT(*) > 1 FETCH FIRST 1001 ROWS ONLY;
