-- Rows that stand in the way of migration 20261116101500_enum_type_label_in_use of "app" for Oracle: none may come

-- orm: check book.book_c_dc27c0 is added (migration/adds-check)
SELECT "ID" FROM "BOOK" WHERE NOT ("MOOD" IN ('sad', 'calm', 'happy')) FETCH FIRST 1001 ROWS ONLY;
