-- Undoes migration 20261116101500_change_primary_key of "app" for PostgreSQL

-- orm: alone
-- orm: add index book.book_pkey_orm_new
CREATE UNIQUE INDEX CONCURRENTLY "book_pkey_orm_new" ON "book" ("id");

-- orm: drop primary key of book
ALTER TABLE "book" DROP CONSTRAINT "book_pkey";

-- orm: add primary key of book
ALTER TABLE "book" ADD CONSTRAINT "book_pkey" PRIMARY KEY USING INDEX "book_pkey_orm_new";
