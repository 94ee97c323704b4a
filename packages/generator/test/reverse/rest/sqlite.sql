CREATE TABLE account (id INTEGER PRIMARY KEY AUTOINCREMENT, owner VARCHAR(40) NOT NULL, code TEXT, balance NUMERIC(12, 2));
CREATE VIEW zz_first AS SELECT id, owner, balance FROM account WHERE balance > 0 -- only those
;
CREATE VIEW aa_second AS SELECT owner FROM zz_first;
CREATE VIEW ab_third AS SELECT id, owner || ' --  ; "' AS label, count(*) AS many FROM zz_first GROUP BY id;
CREATE VIEW ac_named (a, b) AS SELECT id, owner FROM account;
CREATE TRIGGER account_touch AFTER INSERT ON account WHEN NEW.code IS NULL BEGIN
  UPDATE account SET code = CASE WHEN NEW.id > 1 THEN 'many;' ELSE 'one' END WHERE id = NEW.id; -- a comment; here
END;
CREATE TRIGGER first_insert INSTEAD OF INSERT ON zz_first BEGIN INSERT INTO account (owner) VALUES (NEW.owner); END;
CREATE VIRTUAL TABLE words USING fts5(word);
