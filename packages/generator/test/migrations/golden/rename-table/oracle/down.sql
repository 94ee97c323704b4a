-- Undoes migration 20261116101500_rename_table of "app" for Oracle

-- orm: rename table novel to book
ALTER TABLE "NOVEL" RENAME TO "BOOK";

-- orm: rename primary key book.novel_pk to book_pk (1 of 2)
ALTER TABLE "BOOK" RENAME CONSTRAINT "NOVEL_PK" TO "BOOK_PK";

-- orm: rename primary key book.novel_pk to book_pk (2 of 2)
ALTER INDEX "NOVEL_PK" RENAME TO "BOOK_PK";
