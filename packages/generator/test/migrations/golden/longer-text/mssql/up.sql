-- Migration 20261116101500_longer_text of "app" for SQL Server

-- orm: alter column book.title
ALTER TABLE [book] ALTER COLUMN [title] NVARCHAR(60) NULL;
