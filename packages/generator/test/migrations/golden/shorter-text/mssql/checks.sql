-- Rows that stand in the way of migration 20261116101500_shorter_text of "app" for SQL Server: none may come

-- orm: book.title becomes NVARCHAR(20) (migration/narrows-type)
SELECT TOP (1001) [id] FROM [book] WHERE LEN([title]) > 20;
