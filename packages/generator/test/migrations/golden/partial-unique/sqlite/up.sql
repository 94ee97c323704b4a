-- Migration 20261116101500_partial_unique of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: add index book.book_pages_once
CREATE UNIQUE INDEX "book_pages_once" ON "book" ("pages")
  WHERE (pages > 10);

-- orm: alone
COMMIT;
