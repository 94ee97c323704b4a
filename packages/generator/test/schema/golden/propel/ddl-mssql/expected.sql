SET QUOTED_IDENTIFIER ON;
SET ANSI_NULLS ON;
SET ANSI_PADDING ON;
SET ANSI_WARNINGS ON;
IF OBJECT_ID(N'[author]', N'U') IS NOT NULL
BEGIN
  DECLARE @keys_0ebc70d9f4d5 NVARCHAR(MAX) = (
    SELECT STRING_AGG(CAST(N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
      + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) AS NVARCHAR(MAX)), N'; ')
    FROM sys.foreign_keys
    WHERE referenced_object_id = OBJECT_ID(N'[author]', N'U')
  )
  IF @keys_0ebc70d9f4d5 IS NOT NULL EXEC(@keys_0ebc70d9f4d5)
  DROP TABLE [author]
END;
CREATE TABLE [author] (
  [id] INT IDENTITY(1,1) NOT NULL,
  CONSTRAINT [author_pk] PRIMARY KEY ([id])
);
IF OBJECT_ID(N'[book]', N'U') IS NOT NULL
BEGIN
  DECLARE @keys_2f498ecfce18 NVARCHAR(MAX) = (
    SELECT STRING_AGG(CAST(N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
      + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) AS NVARCHAR(MAX)), N'; ')
    FROM sys.foreign_keys
    WHERE referenced_object_id = OBJECT_ID(N'[book]', N'U')
  )
  IF @keys_2f498ecfce18 IS NOT NULL EXEC(@keys_2f498ecfce18)
  DROP TABLE [book]
END;
CREATE TABLE [book] (
  [id] INT IDENTITY(1,1) NOT NULL,
  [title] NVARCHAR(100) NOT NULL,
  [author_id] INT NULL,
  CONSTRAINT [book_pk] PRIMARY KEY ([id]),
  CONSTRAINT [book_fk_ea464c] FOREIGN KEY ([author_id])
    REFERENCES [author] ([id]) ON DELETE CASCADE
);
CREATE INDEX [book_i_639136] ON [book] ([title]);
