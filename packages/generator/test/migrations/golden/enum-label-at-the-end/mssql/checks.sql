-- Rows that stand in the way of migration 20261116101500_enum_label_at_the_end of "app" for SQL Server: none may come

-- orm: check book.book_c_d939aa is added (migration/adds-check)
SELECT TOP (1001) [id] FROM [book] WHERE NOT ([kind] COLLATE Latin1_General_BIN2 IN (N'paper', N'sound', N'film'));
