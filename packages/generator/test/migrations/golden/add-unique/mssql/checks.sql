-- Rows that stand in the way of migration 20261116101500_add_unique of "app" for SQL Server: none may come

-- orm: unique book.book_pages_once is added (migration/adds-unique)
SELECT TOP (1001) [pages] FROM [book] WHERE [pages] IS NOT NULL AND ([pages] IS NOT NULL) GROUP BY [pages] HAVING COUNT(*) > 1;
