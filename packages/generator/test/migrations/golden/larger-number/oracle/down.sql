-- Undoes migration 20261116101500_larger_number of "app" for Oracle

-- orm: alter column book.pages (1 of 4)
ALTER TABLE "BOOK" ADD ("PAGES_ORM_NEW" NUMBER(10));

-- orm: alter column book.pages (2 of 4)
UPDATE "BOOK" SET "PAGES_ORM_NEW" = "PAGES";

-- orm: alter column book.pages (3 of 4)
ALTER TABLE "BOOK" DROP COLUMN "PAGES";

-- orm: alter column book.pages (4 of 4)
ALTER TABLE "BOOK" RENAME COLUMN "PAGES_ORM_NEW" TO "PAGES";
