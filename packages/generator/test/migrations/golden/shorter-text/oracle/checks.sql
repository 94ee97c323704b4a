-- Rows that stand in the way of migration 20261116101500_shorter_text of "app" for Oracle: none may come

-- orm: book.title becomes VARCHAR2(20 CHAR) (migration/narrows-type)
SELECT "ID" FROM "BOOK" WHERE LENGTH("TITLE") > 20 FETCH FIRST 1001 ROWS ONLY;
