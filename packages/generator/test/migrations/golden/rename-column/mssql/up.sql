-- Migration 20261116101500_rename_column of "app" for SQL Server

-- orm: rename column book.title to headline
EXEC sp_rename N'[book].[title]', N'headline', N'COLUMN';
