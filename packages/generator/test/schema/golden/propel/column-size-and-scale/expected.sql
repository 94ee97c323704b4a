DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "a" VARCHAR(80),
  "b" CHAR(2),
  "c" NUMERIC(10, 2),
  "d" BYTEA,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);
