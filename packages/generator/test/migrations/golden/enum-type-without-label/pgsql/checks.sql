-- Rows that stand in the way of migration 20261116101500_enum_type_without_label of "app" for PostgreSQL: none may come

-- orm: mood loses labels of book.mood (migration/removes-label)
SELECT "id" FROM "book" WHERE "mood"::text IN ('calm') LIMIT 1001;
