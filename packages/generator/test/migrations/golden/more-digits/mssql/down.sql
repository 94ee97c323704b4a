-- Undoes migration 20261116101500_more_digits of "app" for SQL Server

-- orm: alter column book.price
ALTER TABLE [book] ALTER COLUMN [price] DECIMAL(8, 2) NULL;
