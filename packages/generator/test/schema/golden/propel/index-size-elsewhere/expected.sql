DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "a" VARCHAR(50),
  CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "book_i_d48869" ON "book" ("a");
