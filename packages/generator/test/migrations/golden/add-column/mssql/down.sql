-- Undoes migration 20261116101500_add_column of "app" for SQL Server

-- orm: drop column book.pages
ALTER TABLE [book] DROP COLUMN [pages];

-- orm: drop column book.copies (1 of 2)
ALTER TABLE [book] DROP CONSTRAINT [book_df_bd0b3e];

-- orm: drop column book.copies (2 of 2)
ALTER TABLE [book] DROP COLUMN [copies];

-- orm: drop column book.added_at (1 of 2)
ALTER TABLE [book] DROP CONSTRAINT [book_df_1fcb54];

-- orm: drop column book.added_at (2 of 2)
ALTER TABLE [book] DROP COLUMN [added_at];
