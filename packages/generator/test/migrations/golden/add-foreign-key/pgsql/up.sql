-- Migration 20261116101500_add_foreign_key of "app" for PostgreSQL

-- orm: add foreign key book.book_author
ALTER TABLE "book" ADD CONSTRAINT "book_author" FOREIGN KEY ("author_id")
    REFERENCES "author" ("id") NOT VALID;

-- orm: alone
-- orm: validate book.book_author
ALTER TABLE "book" VALIDATE CONSTRAINT "book_author";
