DROP TABLE IF EXISTS "book" CASCADE;
CREATE TABLE "book" (
  "id" INTEGER NOT NULL,
  "title" VARCHAR,
  CONSTRAINT "book_pkey" PRIMARY KEY ("id")
);
COMMENT ON TABLE "book" IS 'Books we sell';
COMMENT ON COLUMN "book"."title" IS 'What it''s called';
