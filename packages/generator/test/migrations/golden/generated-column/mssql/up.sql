-- Migration 20261116101500_generated_column of "app" for SQL Server

-- orm: add column book.leaves
ALTER TABLE [book] ADD [leaves] AS (CAST(pages * 2 AS INT)) PERSISTED;
