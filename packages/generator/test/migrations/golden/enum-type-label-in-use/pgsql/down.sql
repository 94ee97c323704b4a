-- Undoes migration 20261116101500_enum_type_label_in_use of "app" for PostgreSQL

-- orm: alter type mood (1 of 3)
ALTER TYPE "mood" RENAME TO "mood_before";

-- orm: alter type mood (2 of 3)
CREATE TYPE "mood" AS ENUM ('sad', 'happy');

-- orm: alter type mood (3 of 3)
ALTER TABLE "book" ALTER COLUMN "mood" DROP DEFAULT, ALTER COLUMN "mood" TYPE "mood" USING "mood"::text::"mood";

-- orm: alter column book.mood
ALTER TABLE "book" ALTER COLUMN "mood" DROP DEFAULT;

-- orm: drop type mood_before
DROP TYPE "mood_before";
