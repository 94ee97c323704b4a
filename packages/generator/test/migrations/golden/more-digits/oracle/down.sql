-- Undoes migration 20261116101500_more_digits of "app" for Oracle

-- orm: alter column book.price (1 of 4)
ALTER TABLE "BOOK" ADD ("PRICE_ORM_NEW" NUMBER(8, 2));

-- orm: alter column book.price (2 of 4)
UPDATE "BOOK" SET "PRICE_ORM_NEW" = "PRICE";

-- orm: alter column book.price (3 of 4)
ALTER TABLE "BOOK" DROP COLUMN "PRICE";

-- orm: alter column book.price (4 of 4)
ALTER TABLE "BOOK" RENAME COLUMN "PRICE_ORM_NEW" TO "PRICE";
