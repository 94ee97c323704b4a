DROP TABLE IF EXISTS "book" CASCADE;
DROP SEQUENCE IF EXISTS "book_number_seq" CASCADE;
CREATE SEQUENCE "book_number_seq";
CREATE TABLE "book" (
  "id" INTEGER DEFAULT nextval('"book_number_seq"') NOT NULL,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);
