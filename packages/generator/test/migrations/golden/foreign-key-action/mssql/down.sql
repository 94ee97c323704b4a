-- Undoes migration 20261116101500_foreign_key_action of "app" for SQL Server

-- orm: drop foreign key book.book_author
ALTER TABLE [book] DROP CONSTRAINT [book_author];

-- orm: add foreign key book.book_author
ALTER TABLE [book] ADD CONSTRAINT [book_author] FOREIGN KEY ([author_id])
    REFERENCES [author] ([id]);
