-- Migration 20261116101500_drop_foreign_key of "app" for SQL Server

-- orm: drop foreign key book.book_author
ALTER TABLE [book] DROP CONSTRAINT [book_author];
