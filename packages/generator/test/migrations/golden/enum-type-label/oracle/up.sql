-- Migration 20261116101500_enum_type_label of "app" for Oracle

-- orm: drop check book.book_c_dc27c0
ALTER TABLE "BOOK" DROP CONSTRAINT "BOOK_C_DC27C0";

-- orm: add check book.book_c_dc27c0
ALTER TABLE "BOOK" ADD CONSTRAINT "BOOK_C_DC27C0" CHECK ("MOOD" IN ('sad', 'calm', 'happy'));
