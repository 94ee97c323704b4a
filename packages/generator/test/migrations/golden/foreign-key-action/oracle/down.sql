-- Undoes migration 20261116101500_foreign_key_action of "app" for Oracle

-- orm: drop foreign key book.book_author
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_AUTHOR";

-- orm: add foreign key book.book_author
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_AUTHOR" FOREIGN KEY ("AUTHOR_ID")
    REFERENCES "AUTHOR" ("ID");
