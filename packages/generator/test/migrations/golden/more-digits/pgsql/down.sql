-- Undoes migration 20261116101500_more_digits of "app" for PostgreSQL

-- orm: alter column book.price
ALTER TABLE "book" ALTER COLUMN "price" TYPE NUMERIC(8, 2) USING "price"::NUMERIC(8, 2);
