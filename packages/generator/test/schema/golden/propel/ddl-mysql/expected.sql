SET FOREIGN_KEY_CHECKS = 0;
DROP TABLE IF EXISTS `author`;
CREATE TABLE `author` (
  `id` INT AUTO_INCREMENT NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
DROP TABLE IF EXISTS `book`;
CREATE TABLE `book` (
  `id` INT AUTO_INCREMENT NOT NULL,
  `title` VARCHAR(100) NOT NULL,
  `author_id` INT,
  PRIMARY KEY (`id`),
  INDEX `book_i_639136` (`title`),
  INDEX `book_fi_ea464c` (`author_id`),
  CONSTRAINT `book_fk_ea464c` FOREIGN KEY (`author_id`)
    REFERENCES `author` (`id`) ON DELETE CASCADE
) ENGINE=InnoDB;
SET FOREIGN_KEY_CHECKS = 1;
