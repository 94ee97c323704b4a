-- An issue tracker whose makers came from another world: names in mixed case, flags as bits, moments in microseconds.

CREATE TABLE `Users` (
  `UserId` INT NOT NULL AUTO_INCREMENT,
  `UserName` VARCHAR(60) COLLATE utf8mb4_bin NOT NULL,
  `Email` VARCHAR(120) NOT NULL,
  `IsAdmin` BIT(1) NOT NULL DEFAULT b'0',
  `CreatedAt` DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  `Avatar` LONGBLOB,
  PRIMARY KEY (`UserId`),
  UNIQUE KEY `UX_Users_UserName` (`UserName`),
  UNIQUE KEY `UX_Users_Email` (`Email`)
);

CREATE TABLE `Projects` (
  `ProjectId` INT NOT NULL AUTO_INCREMENT,
  `Key` VARCHAR(10) NOT NULL COMMENT 'What issues are called by: ORM-17',
  `Name` VARCHAR(120) NOT NULL,
  `Description` MEDIUMTEXT,
  `LeadId` INT NOT NULL,
  `Settings` JSON,
  PRIMARY KEY (`ProjectId`),
  UNIQUE KEY `UX_Projects_Key` (`Key`),
  CONSTRAINT `FK_Projects_Lead` FOREIGN KEY (`LeadId`) REFERENCES `Users` (`UserId`)
);

CREATE TABLE `Members` (
  `ProjectId` INT NOT NULL,
  `UserId` INT NOT NULL,
  PRIMARY KEY (`ProjectId`, `UserId`),
  CONSTRAINT `FK_Members_Project` FOREIGN KEY (`ProjectId`) REFERENCES `Projects` (`ProjectId`) ON DELETE CASCADE,
  CONSTRAINT `FK_Members_User` FOREIGN KEY (`UserId`) REFERENCES `Users` (`UserId`) ON DELETE CASCADE
);

CREATE TABLE `Components` (
  `ProjectId` INT NOT NULL,
  `ComponentNo` SMALLINT NOT NULL,
  `Name` VARCHAR(80) NOT NULL,
  PRIMARY KEY (`ProjectId`, `ComponentNo`),
  CONSTRAINT `FK_Components_Project` FOREIGN KEY (`ProjectId`) REFERENCES `Projects` (`ProjectId`) ON DELETE CASCADE
);

CREATE TABLE `Versions` (
  `VersionId` INT NOT NULL AUTO_INCREMENT,
  `ProjectId` INT NOT NULL,
  `Name` VARCHAR(40) NOT NULL,
  `ReleasedOn` DATE,
  PRIMARY KEY (`VersionId`),
  UNIQUE KEY `UX_Versions` (`ProjectId`, `Name`),
  CONSTRAINT `FK_Versions_Project` FOREIGN KEY (`ProjectId`) REFERENCES `Projects` (`ProjectId`)
);

CREATE TABLE `Issues` (
  `IssueId` INT NOT NULL AUTO_INCREMENT,
  `ProjectId` INT NOT NULL,
  `Number` INT UNSIGNED NOT NULL,
  `ComponentNo` SMALLINT DEFAULT NULL,
  `ParentId` INT DEFAULT NULL,
  `Title` VARCHAR(200) NOT NULL,
  `Body` MEDIUMTEXT,
  `Status` ENUM('Open', 'In Progress', 'Done', 'Won''t Fix') NOT NULL DEFAULT 'Open',
  `Resolution` ENUM('fixed', 'wontfix, sadly', '') DEFAULT NULL,
  `Priority` TINYINT NOT NULL DEFAULT 3,
  `ReporterId` INT NOT NULL,
  `AssigneeId` INT DEFAULT NULL,
  `FixedInId` INT DEFAULT NULL,
  `EstimateHours` DOUBLE,
  `CreatedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  `UpdatedAt` DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  `IsClosed` TINYINT(1) GENERATED ALWAYS AS (`Status` IN ('Done', 'Won''t Fix')) STORED,
  PRIMARY KEY (`IssueId`),
  UNIQUE KEY `UX_Issues_Number` (`ProjectId`, `Number`),
  KEY `IX_Issues_Board` (`ProjectId`, `Status`, `Priority` DESC),
  KEY `IX_Issues_Title` (`Title`(40)),
  KEY `IX_Issues_Closed` (`IsClosed`),
  FULLTEXT KEY `FT_Issues` (`Title`, `Body`),
  CONSTRAINT `FK_Issues_Project` FOREIGN KEY (`ProjectId`) REFERENCES `Projects` (`ProjectId`),
  CONSTRAINT `FK_Issues_Component` FOREIGN KEY (`ProjectId`, `ComponentNo`)
    REFERENCES `Components` (`ProjectId`, `ComponentNo`),
  CONSTRAINT `FK_Issues_Parent` FOREIGN KEY (`ParentId`) REFERENCES `Issues` (`IssueId`) ON DELETE SET NULL,
  CONSTRAINT `FK_Issues_Reporter` FOREIGN KEY (`ReporterId`) REFERENCES `Users` (`UserId`),
  CONSTRAINT `FK_Issues_Assignee` FOREIGN KEY (`AssigneeId`) REFERENCES `Users` (`UserId`) ON DELETE SET NULL,
  CONSTRAINT `FK_Issues_FixedIn` FOREIGN KEY (`FixedInId`) REFERENCES `Versions` (`VersionId`) ON DELETE SET NULL,
  CONSTRAINT `CK_Issues_Priority` CHECK (`Priority` BETWEEN 1 AND 5)
);

CREATE TABLE `IssueLinks` (
  `FromId` INT NOT NULL,
  `ToId` INT NOT NULL,
  `Kind` VARCHAR(20) NOT NULL DEFAULT 'relates',
  PRIMARY KEY (`FromId`, `ToId`, `Kind`),
  CONSTRAINT `FK_IssueLinks_From` FOREIGN KEY (`FromId`) REFERENCES `Issues` (`IssueId`) ON DELETE CASCADE,
  CONSTRAINT `FK_IssueLinks_To` FOREIGN KEY (`ToId`) REFERENCES `Issues` (`IssueId`) ON DELETE CASCADE
);

CREATE TABLE `Comments` (
  `CommentId` BIGINT NOT NULL AUTO_INCREMENT,
  `IssueId` INT NOT NULL,
  `AuthorId` INT NOT NULL,
  `Body` TEXT NOT NULL,
  `CreatedAt` DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (`CommentId`),
  KEY `IX_Comments_Issue` (`IssueId`, `CreatedAt`) COMMENT 'For the page of an issue',
  CONSTRAINT `FK_Comments_Issue` FOREIGN KEY (`IssueId`) REFERENCES `Issues` (`IssueId`) ON DELETE CASCADE,
  CONSTRAINT `FK_Comments_Author` FOREIGN KEY (`AuthorId`) REFERENCES `Users` (`UserId`)
);

CREATE TABLE `Labels` (
  `Name` VARCHAR(40) NOT NULL,
  `Color` CHAR(6) NOT NULL DEFAULT 'cccccc',
  PRIMARY KEY (`Name`)
);

CREATE TABLE `IssueLabels` (
  `IssueId` INT NOT NULL,
  `Label` VARCHAR(40) NOT NULL,
  PRIMARY KEY (`IssueId`, `Label`),
  CONSTRAINT `FK_IssueLabels_Issue` FOREIGN KEY (`IssueId`) REFERENCES `Issues` (`IssueId`) ON DELETE CASCADE,
  CONSTRAINT `FK_IssueLabels_Label` FOREIGN KEY (`Label`) REFERENCES `Labels` (`Name`)
    ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE `WorkLog` (
  `IssueId` INT NOT NULL,
  `UserId` INT NOT NULL,
  `StartedAt` TIMESTAMP(6) NOT NULL,
  `Spent` TIME NOT NULL DEFAULT '00:15:00',
  `Note` TINYTEXT,
  `Internal` VARCHAR(20) INVISIBLE DEFAULT NULL,
  PRIMARY KEY (`IssueId`, `UserId`, `StartedAt`),
  CONSTRAINT `FK_WorkLog_Issue` FOREIGN KEY (`IssueId`) REFERENCES `Issues` (`IssueId`),
  CONSTRAINT `FK_WorkLog_User` FOREIGN KEY (`UserId`) REFERENCES `Users` (`UserId`)
);

-- mysql:
CREATE INDEX `IX_Users_LowerEmail` ON `Users` ((LOWER(`Email`)));
ALTER TABLE `Issues` ALTER INDEX `IX_Issues_Title` INVISIBLE;
-- mariadb:
ALTER TABLE `Issues` ALTER INDEX `IX_Issues_Title` IGNORED;
-- both:

CREATE VIEW `OpenIssues` AS SELECT `IssueId`, `Title` FROM `Issues` WHERE `Status` = 'Open';

CREATE TRIGGER `TR_Comments_Touch` AFTER INSERT ON `Comments` FOR EACH ROW
  UPDATE `Issues` SET `UpdatedAt` = NEW.`CreatedAt` WHERE `IssueId` = NEW.`IssueId`;

CREATE EVENT `CloseStale` ON SCHEDULE EVERY 1 DAY DISABLE
  DO UPDATE `Issues` SET `Status` = 'Won''t Fix' WHERE `UpdatedAt` < NOW() - INTERVAL 2 YEAR;
