-- Migration 20261116101500_enum_type_label_in_use of "app" for PostgreSQL

-- orm: alone
-- orm: alter type mood
ALTER TYPE "mood" ADD VALUE IF NOT EXISTS 'calm' AFTER 'sad';

-- orm: alter column book.mood
ALTER TABLE "book" ALTER COLUMN "mood" SET DEFAULT 'calm';
