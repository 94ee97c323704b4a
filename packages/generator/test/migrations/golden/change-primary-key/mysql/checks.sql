-- Rows that stand in the way of migration 20261116101500_change_primary_key of "app" for MySQL and MariaDB: none may come

-- orm: the primary key of book is added (migration/adds-unique)
SELECT `id`, `part` FROM `book` WHERE `id` IS NOT NULL AND `part` IS NOT NULL GROUP BY `id`, `part` HAVING COUNT(*) > 1 LIMIT 1001;
