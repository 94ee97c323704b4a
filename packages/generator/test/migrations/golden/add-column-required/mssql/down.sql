-- Undoes migration 20261116101500_add_column_required of "app" for SQL Server

-- orm: drop column book.isbn
ALTER TABLE [book] DROP COLUMN [isbn];
