-- Migration 20261116101500_rename_index of "app" for SQL Server

-- orm: rename index book.book_by_pages to pages_of_book
EXEC sp_rename N'[book].[book_by_pages]', N'pages_of_book', N'INDEX';
