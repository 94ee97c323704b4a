-- Rows that stand in the way of migration 20261116101500_add_unique of "app" for PostgreSQL: none may come

-- orm: unique book.book_pages_once is added (migration/adds-unique)
SELECT "pages" FROM "book" WHERE "pages" IS NOT NULL GROUP BY "pages" HAVING COUNT(*) > 1 LIMIT 1001;
