-- Migration 20261116101500_add_check of "app" for SQL Server

-- orm: add check book.book_long
ALTER TABLE [book] ADD CONSTRAINT [book_long] CHECK (pages > 0);
