-- Rows that stand in the way of migration 20261116101500_enum_type_without_label of "app" for SQL Server: none may come

-- orm: check book.book_c_dc27c0 is added (migration/adds-check)
SELECT TOP (1001) [id] FROM [book] WHERE NOT ([mood] COLLATE Latin1_General_BIN2 IN (N'sad', N'happy'));
