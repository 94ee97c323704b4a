-- A forum with events, as an application of ours would keep it.
CREATE TABLE `groups` (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  name VARCHAR(80) NOT NULL,
  parent_id INT UNSIGNED,
  UNIQUE KEY groups_name (parent_id, name),
  CONSTRAINT groups_parent FOREIGN KEY (parent_id) REFERENCES `groups` (id) ON DELETE CASCADE
);

CREATE TABLE members (
  id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  handle VARCHAR(40) NOT NULL,
  email VARCHAR(190) NOT NULL,
  is_admin TINYINT(1) NOT NULL DEFAULT 0,
  joined_on DATE NOT NULL,
  left_on DATE,
  mail_domain VARCHAR(190) GENERATED ALWAYS AS (substring_index(email, '@', -1)) VIRTUAL,
  UNIQUE KEY members_handle (handle),
  KEY members_joined (joined_on DESC, handle(10)),
  CONSTRAINT members_order CHECK (left_on IS NULL OR left_on >= joined_on)
);

CREATE TABLE memberships (
  member_id INT UNSIGNED NOT NULL,
  group_id INT UNSIGNED NOT NULL,
  role ENUM('reader', 'writer', 'owner') NOT NULL DEFAULT 'reader',
  PRIMARY KEY (group_id, member_id),
  KEY memberships_member (member_id),
  CONSTRAINT memberships_group FOREIGN KEY (group_id) REFERENCES `groups` (id) ON DELETE CASCADE,
  CONSTRAINT memberships_member FOREIGN KEY (member_id) REFERENCES members (id) ON DELETE CASCADE
);

CREATE TABLE threads (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  group_id INT UNSIGNED NOT NULL,
  title VARCHAR(200) NOT NULL,
  closed_at DATETIME,
  KEY threads_group (group_id),
  CONSTRAINT threads_group FOREIGN KEY (group_id) REFERENCES `groups` (id)
);

CREATE TABLE posts (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  thread_id BIGINT UNSIGNED NOT NULL,
  body TEXT NOT NULL,
  letters INT GENERATED ALWAYS AS (char_length(body)) STORED,
  FULLTEXT KEY posts_body (body),
  KEY posts_thread (thread_id),
  CONSTRAINT posts_thread FOREIGN KEY (thread_id) REFERENCES threads (id) ON DELETE CASCADE
);

CREATE TABLE visits (
  member_id INT UNSIGNED NOT NULL,
  day DATE NOT NULL,
  pages INT NOT NULL DEFAULT 0,
  PRIMARY KEY (day, member_id)
) PARTITION BY HASH (TO_DAYS(day)) PARTITIONS 4;

CREATE VIEW open_threads AS SELECT id, title FROM threads WHERE closed_at IS NULL;
CREATE VIEW last_threads AS SELECT id FROM open_threads WHERE title <> '';
-- mariadb:
CREATE SEQUENCE ticket_numbers START WITH 100;
-- both:

DELIMITER //
CREATE FUNCTION slug_of(title VARCHAR(200)) RETURNS VARCHAR(200) DETERMINISTIC
BEGIN
  RETURN LOWER(REPLACE(title, ' ', '-'));
END//
CREATE PROCEDURE close_threads(IN least BIGINT)
BEGIN
  UPDATE threads SET closed_at = NOW() WHERE id < least;
END//
CREATE TRIGGER members_handle_trim BEFORE INSERT ON members FOR EACH ROW SET NEW.handle = TRIM(NEW.handle)//
CREATE EVENT visits_clear ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01 00:00:00' DISABLE DO
BEGIN
  DELETE FROM visits WHERE pages = 0;
END//
DELIMITER ;
