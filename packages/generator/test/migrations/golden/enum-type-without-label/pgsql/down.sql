-- Undoes migration 20261116101500_enum_type_without_label of "app" for PostgreSQL

-- orm: alter type mood
ALTER TYPE "mood" ADD VALUE 'calm' AFTER 'happy';
