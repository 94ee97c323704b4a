-- Undoes migration 20261116101500_rename_index of "app" for SQL Server

-- orm: rename index book.pages_of_book to book_by_pages
EXEC sp_rename N'[book].[pages_of_book]', N'book_by_pages', N'INDEX';
