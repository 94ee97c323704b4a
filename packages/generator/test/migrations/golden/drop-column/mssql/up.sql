-- Migration 20261116101500_drop_column of "app" for SQL Server

-- orm: drop column book.pages
ALTER TABLE [book] DROP COLUMN [pages];
