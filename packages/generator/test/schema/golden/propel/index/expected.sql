SET FOREIGN_KEY_CHECKS = 0;
DROP TABLE IF EXISTS `book`;
CREATE TABLE `book` (
  `id` INT NOT NULL,
  `a` VARCHAR(50),
  `b` INT,
  PRIMARY KEY (`id`),
  UNIQUE INDEX `book_u_357503` (`a`),
  UNIQUE INDEX `one_b` (`b`),
  INDEX `book_i_30a882` (`a`(10), `b`),
  INDEX `by_b` (`b`)
) ENGINE=InnoDB;
SET FOREIGN_KEY_CHECKS = 1;
