-- Rows that stand in the way of migration 20261116101500_enum_type_without_label of "app" for MySQL and MariaDB: none may come

-- orm: labels of book.mood are removed (migration/removes-label)
SELECT `id` FROM `book` WHERE `mood` IN ('calm') LIMIT 1001;
