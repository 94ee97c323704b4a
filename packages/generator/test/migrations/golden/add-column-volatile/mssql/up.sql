-- Migration 20261116101500_add_column_volatile of "app" for SQL Server

-- orm: add column book.mark
ALTER TABLE [book] ADD [mark] NVARCHAR(36) CONSTRAINT [book_df_ea8241] DEFAULT (CONVERT(VARCHAR(36), NEWID())) NOT NULL;
