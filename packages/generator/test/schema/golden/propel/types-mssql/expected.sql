SET QUOTED_IDENTIFIER ON;
SET ANSI_NULLS ON;
SET ANSI_PADDING ON;
SET ANSI_WARNINGS ON;
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
  [id] INT NOT NULL,
  [c_char] NCHAR(1) NULL,
  [c_varchar] NVARCHAR(255) NULL,
  [c_longvarchar] NVARCHAR(MAX) NULL,
  [c_clob] NVARCHAR(MAX) NULL,
  [c_numeric] DECIMAL(10, 2) NULL,
  [c_decimal] DECIMAL(10, 2) NULL,
  [c_tinyint] SMALLINT NULL,
  [c_smallint] SMALLINT NULL,
  [c_integer] INT NULL,
  [c_bigint] BIGINT NULL,
  [c_real] REAL NULL,
  [c_float] FLOAT NULL,
  [c_double] FLOAT NULL,
  [c_binary] VARBINARY(MAX) NULL,
  [c_varbinary] VARBINARY(MAX) NULL,
  [c_longvarbinary] VARBINARY(MAX) NULL,
  [c_blob] VARBINARY(MAX) NULL,
  [c_date] DATE NULL,
  [c_time] TIME(6) NULL,
  [c_datetime] DATETIME2(6) NULL,
  [c_timestamp] DATETIME2(6) NULL,
  [c_bu_date] DATE NULL,
  [c_bu_timestamp] DATETIME2(6) NULL,
  [c_boolean] BIT NULL,
  [c_boolean_emu] BIT NULL,
  [c_object] VARBINARY(MAX) NULL,
  [c_array] NVARCHAR(MAX) NULL,
  [c_enum] NVARCHAR(1) NULL,
  [c_set] INT NULL,
  [c_json] NVARCHAR(MAX) NULL,
  [c_uuid] UNIQUEIDENTIFIER NULL,
  [c_uuid_binary] BINARY(16) NULL,
  [c_geometry] GEOMETRY NULL,
  CONSTRAINT [book_pk] PRIMARY KEY ([id]),
  CONSTRAINT [book_c_cd8cfc] CHECK ([c_enum] COLLATE Latin1_General_BIN2 IN (N'a', N'b', N'c')),
  CONSTRAINT [book_c_cc31d3] CHECK ([c_set] BETWEEN 0 AND 7),
  CONSTRAINT [book_c_6534f2] CHECK (ISJSON([c_json]) = 1)
);
