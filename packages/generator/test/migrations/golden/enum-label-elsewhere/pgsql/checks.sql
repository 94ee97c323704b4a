-- Rows that stand in the way of migration 20261116101500_enum_label_elsewhere of "app" for PostgreSQL: none may come

-- orm: check book.book_c_d939aa is added (migration/adds-check)
SELECT "id" FROM "book" WHERE NOT ("kind" IN ('film', 'paper', 'sound')) LIMIT 1001;
