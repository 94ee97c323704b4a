DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "a" citext,
  "b" jsonb,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);
