SET FOREIGN_KEY_CHECKS = 0;
DROP TABLE IF EXISTS `publisher`;
CREATE TABLE `publisher` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `name` VARCHAR(128) DEFAULT 'Penguin' NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB CHARACTER SET=utf8mb4 COMMENT='Who prints the books';
DROP TABLE IF EXISTS `author`;
CREATE TABLE `author` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `first_name` VARCHAR(128) NOT NULL COMMENT 'First name',
  `last_name` VARCHAR(128) NOT NULL COMMENT 'Last name',
  `email` VARCHAR(128),
  `age` SMALLINT,
  PRIMARY KEY (`id`),
  INDEX `author_i_33b378` (`last_name`, `first_name`)
) ENGINE=InnoDB CHARACTER SET=utf8mb4;
DROP TABLE IF EXISTS `book`;
CREATE TABLE `book` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `title` VARCHAR(255) NOT NULL,
  `isbn` VARCHAR(24) NOT NULL,
  `price` DECIMAL(10, 2) COMMENT 'An amount in the currency of the shop',
  `publisher_id` INT,
  `author_id` INT,
  `translator_id` INT,
  `genre` INT,
  `cover` TINYINT UNSIGNED DEFAULT 1,
  `tags` TEXT,
  `scan` BLOB,
  `in_print` TINYINT(1) DEFAULT 1 NOT NULL,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `book_u_00c2a6` (`isbn`),
  INDEX `book_title` (`title`(20)),
  INDEX `book_fi_35872e` (`publisher_id`),
  INDEX `book_fi_ea464c` (`author_id`),
  INDEX `book_fi_718126` (`translator_id`),
  CONSTRAINT `book_c_41d0e2` CHECK (`cover` BETWEEN 0 AND 2),
  CONSTRAINT `book_fk_35872e` FOREIGN KEY (`publisher_id`)
    REFERENCES `publisher` (`id`) ON DELETE SET NULL,
  CONSTRAINT `book_fk_ea464c` FOREIGN KEY (`author_id`)
    REFERENCES `author` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT `book_fk_718126` FOREIGN KEY (`translator_id`)
    REFERENCES `author` (`id`)
) ENGINE=InnoDB CHARACTER SET=utf8mb4 COMMENT='What the shop sells';
DROP TABLE IF EXISTS `reader`;
CREATE TABLE `reader` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `name` VARCHAR(50),
  `recommended_by` INT,
  `created_at` TIMESTAMP(0) DEFAULT CURRENT_TIMESTAMP NULL,
  PRIMARY KEY (`id`),
  INDEX `reader_fi_e648b3` (`recommended_by`),
  CONSTRAINT `reader_fk_e648b3` FOREIGN KEY (`recommended_by`)
    REFERENCES `reader` (`id`)
) ENGINE=InnoDB CHARACTER SET=utf8mb4;
DROP TABLE IF EXISTS `reader_account`;
CREATE TABLE `reader_account` (
  `reader_id` INT NOT NULL,
  `login` VARCHAR(32) NOT NULL,
  `settings` JSON,
  PRIMARY KEY (`reader_id`),
  CONSTRAINT `reader_account_fk_2420ff` FOREIGN KEY (`reader_id`)
    REFERENCES `reader` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB CHARACTER SET=utf8mb4 COMMENT='One to one with the reader';
DROP TABLE IF EXISTS `review`;
CREATE TABLE `review` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `reviewed_by` VARCHAR(128) NOT NULL,
  `review_date` DATE DEFAULT '2001-01-01' NOT NULL,
  `recommended` TINYINT(1) DEFAULT 0 NOT NULL,
  `body` TEXT,
  `book_id` INT NOT NULL,
  PRIMARY KEY (`id`),
  INDEX `review_fi_23450f` (`book_id`),
  CONSTRAINT `review_fk_23450f` FOREIGN KEY (`book_id`)
    REFERENCES `book` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB CHARACTER SET=utf8mb4;
DROP TABLE IF EXISTS `book_club_list`;
CREATE TABLE `book_club_list` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `group_leader` VARCHAR(100) NOT NULL,
  `theme` VARCHAR(50),
  PRIMARY KEY (`id`)
) ENGINE=InnoDB CHARACTER SET=utf8mb4;
DROP TABLE IF EXISTS `book_x_list`;
CREATE TABLE `book_x_list` (
  `book_id` INT NOT NULL,
  `book_club_list_id` INT NOT NULL,
  `added_at` DATETIME(6),
  PRIMARY KEY (`book_id`, `book_club_list_id`),
  INDEX `book_x_list_fi_c91300` (`book_club_list_id`),
  CONSTRAINT `book_x_list_fk_23450f` FOREIGN KEY (`book_id`)
    REFERENCES `book` (`id`) ON DELETE CASCADE,
  CONSTRAINT `book_x_list_fk_c91300` FOREIGN KEY (`book_club_list_id`)
    REFERENCES `book_club_list` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB CHARACTER SET=utf8mb4;
DROP TABLE IF EXISTS `media`;
CREATE TABLE `media` (
  `kind` CHAR(4) NOT NULL,
  `number` INT NOT NULL,
  `book_id` INT,
  `remark_on` VARCHAR(20),
  `remark_id` INT,
  PRIMARY KEY (`kind`, `number`),
  INDEX `media_i_358b23` (`number`)
) ENGINE=InnoDB CHARACTER SET=utf8mb4;
SET FOREIGN_KEY_CHECKS = 1;
