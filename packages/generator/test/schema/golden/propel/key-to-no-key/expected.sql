DROP TABLE IF EXISTS "author" CASCADE;
CREATE TABLE "author" (
  "id" INTEGER NOT NULL,
  "number" INTEGER,
  CONSTRAINT "author_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "author_u_358b23" UNIQUE ("number")
);
DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "author_id" INTEGER,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "book_fk_252a7b" FOREIGN KEY ("author_id")
    REFERENCES "author" ("number")
);
