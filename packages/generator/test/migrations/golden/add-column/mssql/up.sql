-- Migration 20261116101500_add_column of "app" for SQL Server

-- orm: add column book.pages
ALTER TABLE [book] ADD [pages] INT NULL;

-- orm: add column book.copies
ALTER TABLE [book] ADD [copies] INT CONSTRAINT [book_df_bd0b3e] DEFAULT 1 NOT NULL;

-- orm: add column book.added_at
ALTER TABLE [book] ADD [added_at] DATETIME2(6) CONSTRAINT [book_df_1fcb54] DEFAULT (CURRENT_TIMESTAMP) NOT NULL;
