PRAGMA foreign_keys = OFF;
DROP TABLE IF EXISTS "publisher";
CREATE TABLE "publisher" ( -- Who prints the books
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "name" VARCHAR(128) DEFAULT 'Penguin' NOT NULL
);
DROP TABLE IF EXISTS "author";
CREATE TABLE "author" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  -- First name
  "first_name" VARCHAR(128) NOT NULL,
  -- Last name
  "last_name" VARCHAR(128) NOT NULL,
  "email" VARCHAR(128),
  "age" SMALLINT
);
CREATE INDEX "author_i_33b378" ON "author" ("last_name", "first_name");
DROP TABLE IF EXISTS "book";
CREATE TABLE "book" ( -- What the shop sells
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "title" VARCHAR(255) NOT NULL,
  "isbn" VARCHAR(24) NOT NULL,
  -- An amount in the currency of the shop
  "price" DECIMAL(10, 2),
  "publisher_id" INTEGER,
  "author_id" INTEGER,
  "translator_id" INTEGER,
  "genre" INTEGER,
  "cover" TINYINT DEFAULT 1,
  "tags" TEXT,
  "scan" BLOB,
  "in_print" BOOLEAN DEFAULT 1 NOT NULL,
  CONSTRAINT "book_c_41d0e2" CHECK ("cover" BETWEEN 0 AND 2),
  CONSTRAINT "book_fk_35872e" FOREIGN KEY ("publisher_id")
    REFERENCES "publisher" ("id") ON DELETE SET NULL,
  CONSTRAINT "book_fk_ea464c" FOREIGN KEY ("author_id")
    REFERENCES "author" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT "book_fk_718126" FOREIGN KEY ("translator_id")
    REFERENCES "author" ("id")
);
CREATE UNIQUE INDEX "book_u_00c2a6" ON "book" ("isbn");
CREATE INDEX "book_title" ON "book" ("title");
DROP TABLE IF EXISTS "reader";
CREATE TABLE "reader" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "name" VARCHAR(50),
  "recommended_by" INTEGER,
  "created_at" TIMESTAMP(0) DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "reader_fk_e648b3" FOREIGN KEY ("recommended_by")
    REFERENCES "reader" ("id")
);
DROP TABLE IF EXISTS "reader_account";
CREATE TABLE "reader_account" ( -- One to one with the reader
  "reader_id" INTEGER NOT NULL,
  "login" VARCHAR(32) NOT NULL,
  "settings" TEXT,
  CONSTRAINT "reader_account_pk" PRIMARY KEY ("reader_id"),
  CONSTRAINT "reader_account_c_2e5d8a" CHECK ("settings" IS NULL OR json_valid("settings")),
  CONSTRAINT "reader_account_fk_2420ff" FOREIGN KEY ("reader_id")
    REFERENCES "reader" ("id") ON DELETE CASCADE
);
DROP TABLE IF EXISTS "review";
CREATE TABLE "review" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "reviewed_by" VARCHAR(128) NOT NULL,
  "review_date" DATE DEFAULT '2001-01-01' NOT NULL,
  "recommended" BOOLEAN DEFAULT 0 NOT NULL,
  "body" TEXT,
  "book_id" INTEGER NOT NULL,
  CONSTRAINT "review_fk_23450f" FOREIGN KEY ("book_id")
    REFERENCES "book" ("id") ON DELETE CASCADE
);
DROP TABLE IF EXISTS "book_club_list";
CREATE TABLE "book_club_list" (
  "id" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  "group_leader" VARCHAR(100) NOT NULL,
  "theme" VARCHAR(50)
);
DROP TABLE IF EXISTS "book_x_list";
CREATE TABLE "book_x_list" (
  "book_id" INTEGER NOT NULL,
  "book_club_list_id" INTEGER NOT NULL,
  "added_at" DATETIME,
  CONSTRAINT "book_x_list_pk" PRIMARY KEY ("book_id", "book_club_list_id"),
  CONSTRAINT "book_x_list_fk_23450f" FOREIGN KEY ("book_id")
    REFERENCES "book" ("id") ON DELETE CASCADE,
  CONSTRAINT "book_x_list_fk_c91300" FOREIGN KEY ("book_club_list_id")
    REFERENCES "book_club_list" ("id") ON DELETE CASCADE
);
DROP TABLE IF EXISTS "media";
CREATE TABLE "media" (
  "kind" CHAR(4) NOT NULL,
  "number" INTEGER NOT NULL,
  "book_id" INTEGER,
  "remark_on" VARCHAR(20),
  "remark_id" INTEGER,
  CONSTRAINT "media_pk" PRIMARY KEY ("kind", "number")
);
CREATE INDEX "media_i_358b23" ON "media" ("number");
PRAGMA foreign_keys = ON;
