-- Undoes migration 20261116101500_comment of "app" for SQL Server

-- orm: set COMMENT of book
BEGIN
  DECLARE @schema_2f498ecfce18 sysname = SCHEMA_NAME()
  EXEC sys.sp_dropextendedproperty N'MS_Description', N'SCHEMA', @schema_2f498ecfce18, N'TABLE', N'book'
END;

-- orm: alter column book.title
BEGIN
  DECLARE @schema_4bc75efd878b sysname = SCHEMA_NAME()
  EXEC sys.sp_dropextendedproperty N'MS_Description', N'SCHEMA', @schema_4bc75efd878b, N'TABLE', N'book', N'COLUMN', N'title'
END;
