-- Undoes migration 20261116101500_drop_column of "app" for SQL Server

-- orm: add column book.pages
ALTER TABLE [book] ADD [pages] INT NULL;
