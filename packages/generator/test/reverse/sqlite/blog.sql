-- A blog by somebody who knows SQLite: strict tables, comments, a full-text index, no AUTOINCREMENT.

CREATE TABLE user ( -- Everybody who can log in
  id            INTEGER PRIMARY KEY,
  handle        TEXT NOT NULL UNIQUE COLLATE NOCASE, -- as in the address of the profile
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password      TEXT NOT NULL,                       -- argon2id
  role          TEXT NOT NULL DEFAULT 'reader' CHECK (role IN ('reader', 'writer', 'editor', 'admin')),
  is_active     INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at    TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

CREATE TABLE session (
  token         BLOB PRIMARY KEY NOT NULL,
  user_id       INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  expires_at    INTEGER NOT NULL, -- seconds since 1970
  data          TEXT CHECK (json_valid(data))
) STRICT, WITHOUT ROWID;
CREATE INDEX session_by_user ON session (user_id);

CREATE TABLE profile (
  user_id       INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  display_name  TEXT,
  biography     TEXT,
  avatar        BLOB
) STRICT;

CREATE TABLE post (
  id            INTEGER PRIMARY KEY,
  author_id     INTEGER NOT NULL REFERENCES user (id) ON DELETE RESTRICT,
  slug          TEXT NOT NULL,
  title         TEXT NOT NULL CHECK (length(title) <= 200),
  body          TEXT NOT NULL DEFAULT '',
  status        TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'archived')),
  meta          TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(meta)),
  word_count    INTEGER GENERATED ALWAYS AS (length(body) - length(replace(body, ' ', '')) + 1) STORED,
  published_at  TEXT,
  /* Changed by
     a trigger */
  updated_at    TEXT,
  UNIQUE (author_id, slug)
) STRICT;
CREATE INDEX post_published ON post (published_at) WHERE status = 'published';
CREATE INDEX post_by_title ON post (title COLLATE NOCASE);
CREATE INDEX post_by_words ON post (word_count);

CREATE TABLE tag (
  name          TEXT PRIMARY KEY NOT NULL COLLATE NOCASE,
  description   TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE post_tag (
  post_id       INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
  tag_name      TEXT NOT NULL REFERENCES tag ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY (post_id, tag_name)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_tag_by_tag ON post_tag (tag_name);

CREATE TABLE comment (
  id            INTEGER PRIMARY KEY,
  post_id       INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
  parent_id     INTEGER REFERENCES comment ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  author_id     INTEGER REFERENCES user ON DELETE SET NULL,
  guest_name    TEXT,
  body          TEXT NOT NULL,
  score         REAL NOT NULL DEFAULT 0.0,
  created_at    TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CHECK (author_id IS NOT NULL OR guest_name IS NOT NULL)
) STRICT;
CREATE INDEX comment_by_post ON comment (post_id, created_at);

CREATE TABLE "like" (
  user_id       INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  post_id       INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
  PRIMARY KEY (user_id, post_id) ON CONFLICT IGNORE
) WITHOUT ROWID;

CREATE TABLE media (
  id            INTEGER PRIMARY KEY,
  post_id       INTEGER REFERENCES post ON DELETE SET NULL,
  mime          TEXT NOT NULL,
  bytes         BLOB NOT NULL,
  sha256        BLOB NOT NULL UNIQUE ON CONFLICT REPLACE,
  width         INTEGER,
  height        INTEGER
);

-- Settings as they come, without types
CREATE TABLE setting (
  name PRIMARY KEY,
  value
);

CREATE TABLE redirect (
  old_path      TEXT PRIMARY KEY,
  new_path      TEXT NOT NULL,
  permanent     BOOLEAN NOT NULL DEFAULT TRUE
);

CREATE VIRTUAL TABLE post_search USING fts5(title, body, content='post', content_rowid='id');

CREATE TRIGGER post_ai AFTER INSERT ON post BEGIN
  INSERT INTO post_search (rowid, title, body) VALUES (new.id, new.title, new.body);
END;
CREATE TRIGGER post_ad AFTER DELETE ON post BEGIN
  INSERT INTO post_search (post_search, rowid, title, body) VALUES ('delete', old.id, old.title, old.body);
END;

CREATE VIEW published_post AS SELECT * FROM post WHERE status = 'published';
CREATE TRIGGER published_post_insert INSTEAD OF INSERT ON published_post BEGIN
  INSERT INTO post (author_id, slug, title, status) VALUES (new.author_id, new.slug, new.title, 'published');
END;
