-- Migration 20261116101500_add_column of "app" for Oracle

-- orm: add column book.pages
ALTER TABLE "BOOK" ADD ("PAGES" NUMBER(10));

-- orm: add column book.copies
ALTER TABLE "BOOK" ADD ("COPIES" NUMBER(10) DEFAULT 1 NOT NULL);

-- orm: add column book.added_at
ALTER TABLE "BOOK" ADD ("ADDED_AT" TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP NOT NULL);
