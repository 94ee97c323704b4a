-- Rows that stand in the way of migration 20261116101500_enum_type_without_label of "app" for SQLite: none may come

-- orm: check book.book_c_dc27c0 is added (migration/adds-check)
SELECT "id" FROM "book" WHERE NOT ("mood" IN ('sad', 'happy')) LIMIT 1001;
