-- Migration 20261116101500_rename_table of "app" for SQLite

-- orm: alone
PRAGMA foreign_keys = OFF;

-- orm: alone
BEGIN IMMEDIATE;

-- orm: rename table book to novel
ALTER TABLE "book" RENAME TO "novel";

-- orm: rebuild table novel (1 of 6)
CREATE TABLE "novel_orm_new" (
  "id" INTEGER NOT NULL,
  "title" VARCHAR(50),
  CONSTRAINT "novel_pk" PRIMARY KEY ("id")
);

-- orm: rebuild table novel (2 of 6)
INSERT INTO "novel_orm_new" ("id", "title") SELECT "id", "title" FROM "novel";

-- orm: rebuild table novel (3 of 6)
DROP TABLE "novel";

-- orm: rebuild table novel (4 of 6)
PRAGMA legacy_alter_table = ON;

-- orm: rebuild table novel (5 of 6)
ALTER TABLE "novel_orm_new" RENAME TO "novel";

-- orm: rebuild table novel (6 of 6)
PRAGMA legacy_alter_table = OFF;

-- orm: alone
COMMIT;

-- orm: alone
PRAGMA foreign_keys = ON;
