-- Rows that stand in the way of migration 20261116101500_add_check of "app" for SQL Server: none may come

-- orm: check book.book_long is added (migration/adds-check)
SELECT TOP (1001) [id] FROM [book] WHERE NOT (pages > 0);
