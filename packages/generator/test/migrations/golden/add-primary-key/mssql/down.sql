-- Undoes migration 20261116101500_add_primary_key of "app" for SQL Server

-- orm: drop primary key of book
ALTER TABLE [book] DROP CONSTRAINT [book_pk];
