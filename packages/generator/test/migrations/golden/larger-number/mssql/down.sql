-- Undoes migration 20261116101500_larger_number of "app" for SQL Server

-- orm: alter column book.pages
ALTER TABLE [book] ALTER COLUMN [pages] INT NULL;
