-- Migration 20261116101500_generated_column of "app" for Oracle

-- orm: add column book.leaves
ALTER TABLE "BOOK" ADD ("LEAVES" NUMBER(10) GENERATED ALWAYS AS (pages * 2) VIRTUAL);
