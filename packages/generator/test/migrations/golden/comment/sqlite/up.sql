-- Migration 20261116101500_comment of "app" for SQLite

-- orm: alone
BEGIN IMMEDIATE;

-- orm: alone
COMMIT;
