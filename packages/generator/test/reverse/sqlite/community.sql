-- A forum with events, as an application of ours would keep it.
CREATE TABLE groups (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name VARCHAR(80) NOT NULL,
  parent_id INTEGER REFERENCES groups (id) ON DELETE CASCADE,
  UNIQUE (parent_id, name)
);
CREATE TABLE members (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  handle VARCHAR(40) NOT NULL,
  email VARCHAR(190) NOT NULL,
  joined_on DATE NOT NULL DEFAULT CURRENT_DATE,
  left_on DATE,
  mail_domain VARCHAR(190) GENERATED ALWAYS AS (substr(email, instr(email, '@') + 1)) VIRTUAL,
  CONSTRAINT members_order CHECK (left_on IS NULL OR left_on >= joined_on)
);
CREATE UNIQUE INDEX members_handle ON members (lower(handle)) WHERE left_on IS NULL;
CREATE INDEX members_joined ON members (joined_on DESC);
CREATE TABLE memberships (
  member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
  role VARCHAR(6) NOT NULL DEFAULT 'reader' CHECK (role IN ('reader', 'writer', 'owner')),
  CONSTRAINT memberships_by_group PRIMARY KEY (group_id, member_id)
);
CREATE TABLE threads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  group_id INTEGER NOT NULL REFERENCES groups (id),
  title VARCHAR(200) NOT NULL,
  closed_at DATETIME
);
CREATE INDEX threads_open ON threads (group_id) WHERE closed_at IS NULL;
CREATE TABLE posts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id INTEGER NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  body TEXT NOT NULL,
  letters INTEGER GENERATED ALWAYS AS (length(body)) STORED
);
CREATE VIRTUAL TABLE post_words USING fts5(body);
CREATE VIEW open_threads AS SELECT id, title FROM threads WHERE closed_at IS NULL;
CREATE VIEW last_threads AS SELECT id FROM open_threads WHERE title <> '';
CREATE TRIGGER posts_words AFTER INSERT ON posts BEGIN
  INSERT INTO post_words (rowid, body) VALUES (NEW.id, NEW.body);
END;
