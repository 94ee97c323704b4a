-- Migration 20261116101500_add_column_enum of "app" for SQL Server

-- orm: add column book.kind
ALTER TABLE [book] ADD [kind] NVARCHAR(5) NULL;

-- orm: add check book.book_c_d939aa
ALTER TABLE [book] ADD CONSTRAINT [book_c_d939aa] CHECK ([kind] COLLATE Latin1_General_BIN2 IN (N'paper', N'sound'));
