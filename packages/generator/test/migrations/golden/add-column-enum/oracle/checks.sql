-- Rows that stand in the way of migration 20261116101500_add_column_enum of "app" for Oracle: none may come

-- orm: check book.book_c_d939aa is added (migration/adds-check)
SELECT t."ORM_KEY_1" FROM (SELECT "ID" AS "ORM_KEY_1", NULL AS "KIND" FROM "BOOK") t WHERE NOT ("KIND" IN ('paper', 'sound')) FETCH FIRST 1001 ROWS ONLY;
