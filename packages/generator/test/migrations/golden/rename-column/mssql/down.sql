-- Undoes migration 20261116101500_rename_column of "app" for SQL Server

-- orm: rename column book.headline to title
EXEC sp_rename N'[book].[headline]', N'title', N'COLUMN';
