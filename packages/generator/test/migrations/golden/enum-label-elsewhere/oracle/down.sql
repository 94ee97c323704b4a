-- Undoes migration 20261116101500_enum_label_elsewhere of "app" for Oracle

-- orm: drop check book.book_c_d939aa
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_C_D939AA";

-- orm: add check book.book_c_d939aa
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_C_D939AA" CHECK ("KIND" IN ('paper', 'sound'));
