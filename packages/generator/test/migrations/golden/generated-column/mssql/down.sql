-- Undoes migration 20261116101500_generated_column of "app" for SQL Server

-- orm: drop column book.leaves
ALTER TABLE [book] DROP COLUMN [leaves];
