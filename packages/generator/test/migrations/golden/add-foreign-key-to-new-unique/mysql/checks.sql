-- Rows that stand in the way of migration 20261116101500_add_foreign_key_to_new_unique of "app" for MySQL and MariaDB: none may come

-- orm: unique author.author_name_once is added (migration/adds-unique)
SELECT `name` FROM `author` WHERE `name` IS NOT NULL GROUP BY `name` HAVING COUNT(*) > 1 LIMIT 1001;

-- orm: foreign key book.book_author is added (migration/adds-foreign-key)
SELECT c.`orm_key_1` FROM (SELECT `id` AS `orm_key_1`, NULL AS `author_name` FROM `book`) c WHERE c.`author_name` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `author` p WHERE p.`name` = c.`author_name`) LIMIT 1001;
