-- Rows that stand in the way of migration 20261116101500_add_column_enum of "app" for PostgreSQL: none may come

-- orm: check book.book_c_d939aa is added (migration/adds-check)
SELECT t."orm_key_1" FROM (SELECT "id" AS "orm_key_1", CAST(NULL AS VARCHAR(5)) AS "kind" FROM "book") t WHERE NOT ("kind" IN ('paper', 'sound')) LIMIT 1001;
