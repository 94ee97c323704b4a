-- Undoes migration 20261116101500_add_column_volatile of "app" for SQL Server

-- orm: drop column book.mark (1 of 2)
ALTER TABLE [book] DROP CONSTRAINT [book_df_ea8241];

-- orm: drop column book.mark (2 of 2)
ALTER TABLE [book] DROP COLUMN [mark];
