CREATE SCHEMA IF NOT EXISTS "shop";
CREATE SCHEMA IF NOT EXISTS "people";
DROP TABLE IF EXISTS "shop"."book" CASCADE;
CREATE TABLE "shop"."book" (
  "id" INTEGER NOT NULL,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);
DROP TABLE IF EXISTS "people"."author" CASCADE;
CREATE TABLE "people"."author" (
  "id" INTEGER NOT NULL,
  CONSTRAINT "author_pkey" PRIMARY KEY ("id")
);
