-- Migration 20261116101500_add_foreign_key_to_new_unique of "app" for Oracle

-- orm: add column book.author_name
ALTER TABLE "BOOK" ADD ("AUTHOR_NAME" VARCHAR2(50 CHAR));

-- orm: add index author.author_name_once
ALTER TABLE "AUTHOR" ADD CONSTRAINT "AUTHOR_NAME_ONCE" UNIQUE ("NAME");

-- orm: add foreign key book.book_author
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_AUTHOR" FOREIGN KEY ("AUTHOR_NAME")
    REFERENCES "AUTHOR" ("NAME");
