-- Undoes migration 20261116101500_drop_not_null of "app" for SQL Server

-- orm: alter column book.title (1 of 2)
ALTER TABLE [book] ALTER COLUMN [title] NVARCHAR(50) NOT NULL;

-- orm: alter column book.title (2 of 2)
ALTER TABLE [book] ADD CONSTRAINT [book_df_d5d3db] DEFAULT N'none' FOR [title];
