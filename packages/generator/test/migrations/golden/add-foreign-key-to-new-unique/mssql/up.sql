-- Migration 20261116101500_add_foreign_key_to_new_unique of "app" for SQL Server

-- orm: add column book.author_name
ALTER TABLE [book] ADD [author_name] NVARCHAR(50) NULL;

-- orm: add index author.author_name_once
ALTER TABLE [author] ADD CONSTRAINT [author_name_once] UNIQUE ([name]);

-- orm: add foreign key book.book_author
ALTER TABLE [book] ADD CONSTRAINT [book_author] FOREIGN KEY ([author_name])
    REFERENCES [author] ([name]);
