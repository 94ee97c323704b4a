DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "author_id" INTEGER,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "book_fk_ea464c" FOREIGN KEY ("author_id")
    REFERENCES "author" ("id")
);
