-- Migration 20261116101500_add_unique of "app" for SQL Server

-- orm: add index book.book_pages_once
CREATE UNIQUE INDEX [book_pages_once] ON [book] ([pages])
  WHERE ([pages] IS NOT NULL);
