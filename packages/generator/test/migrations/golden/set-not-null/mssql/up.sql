-- Migration 20261116101500_set_not_null of "app" for SQL Server

-- orm: alter column book.title
ALTER TABLE [book] ALTER COLUMN [title] NVARCHAR(50) NOT NULL;
