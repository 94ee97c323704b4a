-- Migration 20261116101500_add_index of "app" for SQL Server

-- orm: add index book.book_by_pages
CREATE INDEX [book_by_pages] ON [book] ([pages]);
