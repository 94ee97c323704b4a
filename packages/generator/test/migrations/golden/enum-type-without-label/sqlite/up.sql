-- Migration 20261116101500_enum_type_without_label of "app" for SQLite

-- orm: alone
PRAGMA foreign_keys = OFF;

-- orm: alone
BEGIN IMMEDIATE;

-- orm: rebuild table book (1 of 6)
CREATE TABLE "book_orm_new" (
  "id" INTEGER NOT NULL,
  "mood" VARCHAR(5),
  CONSTRAINT "book_pk" PRIMARY KEY ("id"),
  CONSTRAINT "book_c_dc27c0" CHECK ("mood" IN ('sad', 'happy'))
);

-- orm: rebuild table book (2 of 6)
INSERT INTO "book_orm_new" ("id", "mood") SELECT "id", "mood" FROM "book";

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
