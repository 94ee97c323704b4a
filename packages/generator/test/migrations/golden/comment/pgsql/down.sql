-- Undoes migration 20261116101500_comment of "app" for PostgreSQL

-- orm: set COMMENT of book
COMMENT ON TABLE "book" IS NULL;

-- orm: alter column book.title
COMMENT ON COLUMN "book"."title" IS NULL;
