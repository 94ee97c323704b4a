-- Migration 20261116101500_add_foreign_key of "app" for Oracle

-- orm: add foreign key book.book_author
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_AUTHOR" FOREIGN KEY ("AUTHOR_ID")
    REFERENCES "AUTHOR" ("ID");
