SET QUOTED_IDENTIFIER ON;
SET ANSI_NULLS ON;
SET ANSI_PADDING ON;
SET ANSI_WARNINGS ON;
IF SCHEMA_ID(N'shop') IS NULL EXEC(N'CREATE SCHEMA [shop]');
IF SCHEMA_ID(N'people') IS NULL EXEC(N'CREATE SCHEMA [people]');
IF OBJECT_ID(N'[shop].[book]', N'U') IS NOT NULL
BEGIN
  DECLARE @keys_d154bacd1fd2 NVARCHAR(MAX) = (
    SELECT STRING_AGG(CAST(N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
      + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) AS NVARCHAR(MAX)), N'; ')
    FROM sys.foreign_keys
    WHERE referenced_object_id = OBJECT_ID(N'[shop].[book]', N'U')
  )
  IF @keys_d154bacd1fd2 IS NOT NULL EXEC(@keys_d154bacd1fd2)
  DROP TABLE [shop].[book]
END;
CREATE TABLE [shop].[book] (
  [id] INT NOT NULL,
  CONSTRAINT [book_pk] PRIMARY KEY ([id])
);
IF OBJECT_ID(N'[people].[author]', N'U') IS NOT NULL
BEGIN
  DECLARE @keys_c6f6d637b00b NVARCHAR(MAX) = (
    SELECT STRING_AGG(CAST(N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
      + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) AS NVARCHAR(MAX)), N'; ')
    FROM sys.foreign_keys
    WHERE referenced_object_id = OBJECT_ID(N'[people].[author]', N'U')
  )
  IF @keys_c6f6d637b00b IS NOT NULL EXEC(@keys_c6f6d637b00b)
  DROP TABLE [people].[author]
END;
CREATE TABLE [people].[author] (
  [id] INT NOT NULL,
  CONSTRAINT [author_pk] PRIMARY KEY ([id])
);
