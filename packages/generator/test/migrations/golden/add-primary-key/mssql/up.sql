-- Migration 20261116101500_add_primary_key of "app" for SQL Server

-- orm: add primary key of book
ALTER TABLE [book] ADD CONSTRAINT [book_pk] PRIMARY KEY ([id]);
