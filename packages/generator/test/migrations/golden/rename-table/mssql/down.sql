-- Undoes migration 20261116101500_rename_table of "app" for SQL Server

-- orm: rename table novel to book
EXEC sp_rename N'[novel]', N'book', N'OBJECT';

-- orm: rename primary key book.novel_pk to book_pk
EXEC sp_rename N'[novel_pk]', N'book_pk', N'OBJECT';
