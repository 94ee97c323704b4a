DROP TABLE IF EXISTS "task" CASCADE;
CREATE TABLE "task" (
  "id" INTEGER NOT NULL,
  "user_id" INTEGER,
  "sortable_rank" INTEGER,
  CONSTRAINT "task_pkey" PRIMARY KEY ("id")
);
DROP TABLE IF EXISTS "note" CASCADE;
CREATE TABLE "note" (
  "id" INTEGER NOT NULL,
  "position" INTEGER,
  "sortable_scope" INTEGER,
  CONSTRAINT "note_pkey" PRIMARY KEY ("id")
);
