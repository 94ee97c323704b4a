PRAGMA foreign_keys = OFF;
DROP TABLE IF EXISTS "shop§book";
CREATE TABLE "shop§book" (
  "id" INTEGER NOT NULL,
  CONSTRAINT "shop§book_pk" PRIMARY KEY ("id")
);
DROP TABLE IF EXISTS "people§author";
CREATE TABLE "people§author" (
  "id" INTEGER NOT NULL,
  CONSTRAINT "people§author_pk" PRIMARY KEY ("id")
);
PRAGMA foreign_keys = ON;
