-- Undoes migration 20261116101500_change_primary_key of "app" for SQL Server

-- orm: drop primary key of book
ALTER TABLE [book] DROP CONSTRAINT [book_pk];

-- orm: add primary key of book
ALTER TABLE [book] ADD CONSTRAINT [book_pk] PRIMARY KEY ([id]);
