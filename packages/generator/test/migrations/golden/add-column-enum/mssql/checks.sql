-- Rows that stand in the way of migration 20261116101500_add_column_enum of "app" for SQL Server: none may come

-- orm: check book.book_c_d939aa is added (migration/adds-check)
SELECT TOP (1001) t.[orm_key_1] FROM (SELECT [id] AS [orm_key_1], NULL AS [kind] FROM [book]) t WHERE NOT ([kind] COLLATE Latin1_General_BIN2 IN (N'paper', N'sound'));
