-- Migration 20261116101500_add_foreign_key_to_new_unique of "app" for PostgreSQL

-- orm: add column book.author_name
ALTER TABLE "book" ADD COLUMN "author_name" VARCHAR(50);

-- orm: alone
-- orm: add index author.author_name_once
CREATE UNIQUE INDEX CONCURRENTLY "author_name_once" ON "author" ("name");

-- orm: add unique author.author_name_once
ALTER TABLE "author" ADD CONSTRAINT "author_name_once" UNIQUE USING INDEX "author_name_once";

-- orm: add foreign key book.book_author
ALTER TABLE "book" ADD CONSTRAINT "book_author" FOREIGN KEY ("author_name")
    REFERENCES "author" ("name") NOT VALID;

-- orm: alone
-- orm: validate book.book_author
ALTER TABLE "book" VALIDATE CONSTRAINT "book_author";
