-- Undoes migration 20261116101500_enum_label_elsewhere of "app" for SQL Server

-- orm: drop check book.book_c_d939aa
ALTER TABLE [book] DROP CONSTRAINT [book_c_d939aa];

-- orm: add check book.book_c_d939aa
ALTER TABLE [book] ADD CONSTRAINT [book_c_d939aa] CHECK ([kind] COLLATE Latin1_General_BIN2 IN (N'paper', N'sound'));
