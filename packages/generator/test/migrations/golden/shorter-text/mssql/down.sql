-- Undoes migration 20261116101500_shorter_text of "app" for SQL Server

-- orm: alter column book.title
ALTER TABLE [book] ALTER COLUMN [title] NVARCHAR(50) NULL;
