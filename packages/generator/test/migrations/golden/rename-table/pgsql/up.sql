-- Migration 20261116101500_rename_table of "app" for PostgreSQL

-- orm: rename table book to novel
ALTER TABLE "book" RENAME TO "novel";

-- orm: rename primary key novel.book_pkey to novel_pkey
ALTER TABLE "novel" RENAME CONSTRAINT "book_pkey" TO "novel_pkey";
