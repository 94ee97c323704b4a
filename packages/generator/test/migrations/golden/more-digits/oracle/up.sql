-- Migration 20261116101500_more_digits of "app" for Oracle

-- orm: alter column book.price
ALTER TABLE "BOOK" MODIFY ("PRICE" NUMBER(12, 2));
