-- Rows that stand in the way of migration 20261116101500_set_not_null of "app" for SQL Server: none may come

-- orm: book.title becomes required (migration/sets-required)
SELECT TOP (1001) [id] FROM [book] WHERE [title] IS NULL;
