-- Migration 20261116101500_add_foreign_key of "app" for SQLite

-- orm: alone
PRAGMA foreign_keys = OFF;

-- orm: alone
BEGIN IMMEDIATE;

-- orm: rebuild table book (1 of 6)
CREATE TABLE "book_orm_new" (
  "id" INTEGER NOT NULL,
  "author_id" INTEGER,
  CONSTRAINT "book_pk" PRIMARY KEY ("id"),
  CONSTRAINT "book_author" FOREIGN KEY ("author_id")
    REFERENCES "author" ("id")
);

-- orm: rebuild table book (2 of 6)
INSERT INTO "book_orm_new" ("id", "author_id") SELECT "id", "author_id" FROM "book";

-- orm: rebuild table book (3 of 6)
DROP TABLE "book";

-- orm: rebuild table book (4 of 6)
PRAGMA legacy_alter_table = ON;

-- orm: rebuild table book (5 of 6)
ALTER TABLE "book_orm_new" RENAME TO "book";

-- orm: rebuild table book (6 of 6)
PRAGMA legacy_alter_table = OFF;

-- orm: alone
COMMIT;

-- orm: alone
PRAGMA foreign_keys = ON;
