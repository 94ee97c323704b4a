-- Rows that stand in the way of migration 20261116101500_add_foreign_key of "app" for SQL Server: none may come

-- orm: foreign key book.book_author is added (migration/adds-foreign-key)
SELECT TOP (1001) c.[id] FROM [book] c WHERE c.[author_id] IS NOT NULL AND NOT EXISTS (SELECT 1 FROM [author] p WHERE p.[id] = c.[author_id]);
