-- Undoes migration 20261116101500_enum_type_label_in_use of "app" for Oracle

-- orm: drop check book.book_c_dc27c0
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_C_DC27C0";

-- orm: alter column book.mood
ALTER TABLE "BOOK" MODIFY ("MOOD" DEFAULT NULL);

-- orm: add check book.book_c_dc27c0
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_C_DC27C0" CHECK ("MOOD" IN ('sad', 'happy'));
