-- Undoes migration 20261116101500_rename_table of "app" for PostgreSQL

-- orm: rename table novel to book
ALTER TABLE "novel" RENAME TO "book";

-- orm: rename primary key book.novel_pkey to book_pkey
ALTER TABLE "book" RENAME CONSTRAINT "novel_pkey" TO "book_pkey";
