-- Rows that stand in the way of migration 20261116101500_add_foreign_key_to_new_unique of "app" for Oracle: none may come

-- orm: unique author.author_name_once is added (migration/adds-unique)
SELECT "NAME" FROM "AUTHOR" WHERE "NAME" IS NOT NULL GROUP BY "NAME" HAVING COUNT(*) > 1 FETCH FIRST 1001 ROWS ONLY;

-- orm: foreign key book.book_author is added (migration/adds-foreign-key)
SELECT c."ORM_KEY_1" FROM (SELECT "ID" AS "ORM_KEY_1", NULL AS "AUTHOR_NAME" FROM "BOOK") c WHERE c."AUTHOR_NAME" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "AUTHOR" p WHERE p."NAME" = c."AUTHOR_NAME") FETCH FIRST 1001 ROWS ONLY;
