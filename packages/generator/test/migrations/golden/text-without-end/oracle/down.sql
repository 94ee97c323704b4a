-- Undoes migration 20261116101500_text_without_end of "app" for Oracle

-- orm: alter column book.title (1 of 4)
ALTER TABLE "BOOK" ADD ("TITLE_ORM_NEW" VARCHAR2(50 CHAR));

-- orm: alter column book.title (2 of 4)
UPDATE "BOOK" SET "TITLE_ORM_NEW" = TO_CHAR("TITLE");

-- orm: alter column book.title (3 of 4)
ALTER TABLE "BOOK" DROP COLUMN "TITLE";

-- orm: alter column book.title (4 of 4)
ALTER TABLE "BOOK" RENAME COLUMN "TITLE_ORM_NEW" TO "TITLE";
