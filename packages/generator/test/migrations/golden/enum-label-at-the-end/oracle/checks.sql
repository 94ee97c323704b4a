-- Rows that stand in the way of migration 20261116101500_enum_label_at_the_end of "app" for Oracle: none may come

-- orm: check book.book_c_d939aa is added (migration/adds-check)
SELECT "ID" FROM "BOOK" WHERE NOT ("KIND" IN ('paper', 'sound', 'film')) FETCH FIRST 1001 ROWS ONLY;
