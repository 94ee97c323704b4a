-- Rows that stand in the way of migration 20261116101500_add_check of "app" for SQLite: none may come

-- orm: check book.book_long is added (migration/adds-check)
SELECT "id" FROM "book" WHERE NOT (pages > 0) LIMIT 1001;
