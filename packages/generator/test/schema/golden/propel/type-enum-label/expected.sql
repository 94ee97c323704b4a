DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "a" VARCHAR(4) DEFAULT 'new',
  CONSTRAINT "book_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "book_c_0cc175" CHECK ("a" IN ('new', 'used'))
);
