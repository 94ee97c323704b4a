-- Undoes migration 20261116101500_add_check of "app" for SQL Server

-- orm: drop check book.book_long
ALTER TABLE [book] DROP CONSTRAINT [book_long];
