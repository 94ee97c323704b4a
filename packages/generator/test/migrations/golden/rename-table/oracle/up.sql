-- Migration 20261116101500_rename_table of "app" for Oracle

-- orm: rename table book to novel
ALTER TABLE "BOOK" RENAME TO "NOVEL";

-- orm: rename primary key novel.book_pk to novel_pk (1 of 2)
ALTER TABLE "NOVEL" RENAME CONSTRAINT "BOOK_PK" TO "NOVEL_PK";

-- orm: rename primary key novel.book_pk to novel_pk (2 of 2)
ALTER INDEX "BOOK_PK" RENAME TO "NOVEL_PK";
