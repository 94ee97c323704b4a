-- Migration 20261116101500_rename_table of "app" for SQL Server

-- orm: rename table book to novel
EXEC sp_rename N'[book]', N'novel', N'OBJECT';

-- orm: rename primary key novel.book_pk to novel_pk
EXEC sp_rename N'[book_pk]', N'novel_pk', N'OBJECT';
