PRAGMA foreign_keys = OFF;
DROP TABLE IF EXISTS "author";
CREATE TABLE "author" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL
);
DROP TABLE IF EXISTS "book";
CREATE TABLE "book" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "title" VARCHAR(100) NOT NULL,
  "author_id" INTEGER,
  CONSTRAINT "book_fk_ea464c" FOREIGN KEY ("author_id")
    REFERENCES "author" ("id") ON DELETE CASCADE
);
CREATE INDEX "book_i_639136" ON "book" ("title");
PRAGMA foreign_keys = ON;
