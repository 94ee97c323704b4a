-- Undoes migration 20261116101500_enum_type_label_in_use of "app" for SQL Server

-- orm: drop check book.book_c_dc27c0
ALTER TABLE [book] DROP CONSTRAINT [book_c_dc27c0];

-- orm: alter column book.mood
ALTER TABLE [book] DROP CONSTRAINT [book_df_dc27c0];

-- orm: add check book.book_c_dc27c0
ALTER TABLE [book] ADD CONSTRAINT [book_c_dc27c0] CHECK ([mood] COLLATE Latin1_General_BIN2 IN (N'sad', N'happy'));
