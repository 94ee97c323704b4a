-- Migration 20261116101500_add_column_required of "app" for SQL Server

-- orm: add column book.isbn
ALTER TABLE [book] ADD [isbn] NVARCHAR(20);

-- orm: fill column book.isbn
UPDATE [book] SET [isbn] = 'none' WHERE [isbn] IS NULL;

-- orm: alter column book.isbn
ALTER TABLE [book] ALTER COLUMN [isbn] NVARCHAR(20) NOT NULL;
