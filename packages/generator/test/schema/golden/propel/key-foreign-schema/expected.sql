CREATE SCHEMA IF NOT EXISTS "people";
CREATE SCHEMA IF NOT EXISTS "shop";
DROP TABLE IF EXISTS "people"."author" CASCADE;
CREATE TABLE "people"."author" (
  "id" INTEGER NOT NULL,
  CONSTRAINT "author_pkey" PRIMARY KEY ("id")
);
DROP TABLE IF EXISTS "shop"."book" CASCADE;
CREATE TABLE "shop"."book" (
  "id" INTEGER NOT NULL,
  "author_id" INTEGER,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "book_fk_ba1a64" FOREIGN KEY ("author_id")
    REFERENCES "people"."author" ("id")
);
