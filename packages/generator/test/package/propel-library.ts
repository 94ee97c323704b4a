import type { ExecutedAdapter } from '../support/engines.js';

/** A project as Propel 2 leaves it: its configuration, its schema, the tables that its SQL made, their rows, and its migrations. */

export const SCHEMA = `<?xml version="1.0" encoding="utf-8"?>
<database name="library" defaultIdMethod="native" namespace="Library" enumStorage="index">
  <table name="shelf" phpName="Shelf">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="label" type="VARCHAR" size="40" required="true"/>
  </table>
  <table name="reader" phpName="Reader">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true" primaryString="true"/>
    <column name="email" type="VARCHAR" size="200"/>
    <column name="active" type="BOOLEAN" required="true" defaultValue="true"/>
    <column name="joined_at" type="TIMESTAMP" size="0"/>
    <unique>
      <unique-column name="email"/>
    </unique>
  </table>
  <table name="item" phpName="Item">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="255" required="true"/>
    <column name="kind" type="ENUM" valueSet="book, map, record" defaultValue="book"/>
    <column name="price" type="DECIMAL" size="8" scale="2"/>
    <column name="bought_on" type="DATE"/>
    <column name="notes" type="LONGVARCHAR"/>
    <column name="words" type="ARRAY"/>
    <column name="shelf_id" type="INTEGER"/>
    <foreign-key foreignTable="shelf" onDelete="setnull">
      <reference local="shelf_id" foreign="id"/>
    </foreign-key>
    <index>
      <index-column name="title"/>
    </index>
  </table>
  <table name="loan" phpName="Loan" isCrossRef="true">
    <column name="reader_id" type="INTEGER" required="true" primaryKey="true"/>
    <column name="item_id" type="INTEGER" required="true" primaryKey="true"/>
    <column name="due_on" type="DATE"/>
    <foreign-key foreignTable="reader" onDelete="cascade">
      <reference local="reader_id" foreign="id"/>
    </foreign-key>
    <foreign-key foreignTable="item" onDelete="cascade">
      <reference local="item_id" foreign="id"/>
    </foreign-key>
  </table>
</database>
`;

/** What each vendor's platform of Propel makes of it: its types, its names, and where it puts keys. */
export const TABLES: Readonly<Record<ExecutedAdapter, readonly string[]>> = {
  pgsql: [
    `CREATE TABLE "shelf"
(
    "id" serial NOT NULL,
    "label" VARCHAR(40) NOT NULL,
    PRIMARY KEY ("id")
)`,
    `CREATE TABLE "reader"
(
    "id" serial NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "email" VARCHAR(200),
    "active" BOOLEAN DEFAULT 't' NOT NULL,
    "joined_at" TIMESTAMP(0),
    PRIMARY KEY ("id"),
    CONSTRAINT "reader_u_ce4c89" UNIQUE ("email")
)`,
    `CREATE TABLE "item"
(
    "id" serial NOT NULL,
    "title" VARCHAR(255) NOT NULL,
    "kind" INT2 DEFAULT 0,
    "price" NUMERIC(8,2),
    "bought_on" DATE,
    "notes" TEXT,
    "words" TEXT,
    "shelf_id" INTEGER,
    PRIMARY KEY ("id")
)`,
    'CREATE INDEX "item_i_639136" ON "item" ("title")',
    `CREATE TABLE "loan"
(
    "reader_id" INTEGER NOT NULL,
    "item_id" INTEGER NOT NULL,
    "due_on" DATE,
    PRIMARY KEY ("reader_id","item_id")
)`,
    `ALTER TABLE "item" ADD CONSTRAINT "item_fk_25c449"
    FOREIGN KEY ("shelf_id")
    REFERENCES "shelf" ("id")
    ON DELETE SET NULL`,
    `ALTER TABLE "loan" ADD CONSTRAINT "loan_fk_2420ff"
    FOREIGN KEY ("reader_id")
    REFERENCES "reader" ("id")
    ON DELETE CASCADE`,
    `ALTER TABLE "loan" ADD CONSTRAINT "loan_fk_5cf635"
    FOREIGN KEY ("item_id")
    REFERENCES "item" ("id")
    ON DELETE CASCADE`,
    `CREATE TABLE "propel_migration"
(
    "version" INTEGER DEFAULT 0,
    "execution_datetime" TIMESTAMP
)`,
  ],
  mysql: [
    `CREATE TABLE \`shelf\`
(
    \`id\` INTEGER NOT NULL AUTO_INCREMENT,
    \`label\` VARCHAR(40) NOT NULL,
    PRIMARY KEY (\`id\`)
) ENGINE=InnoDB`,
    `CREATE TABLE \`reader\`
(
    \`id\` INTEGER NOT NULL AUTO_INCREMENT,
    \`name\` VARCHAR(100) NOT NULL,
    \`email\` VARCHAR(200),
    \`active\` TINYINT(1) DEFAULT 1 NOT NULL,
    \`joined_at\` TIMESTAMP NULL,
    PRIMARY KEY (\`id\`),
    UNIQUE INDEX \`reader_u_ce4c89\` (\`email\`)
) ENGINE=InnoDB`,
    `CREATE TABLE \`item\`
(
    \`id\` INTEGER NOT NULL AUTO_INCREMENT,
    \`title\` VARCHAR(255) NOT NULL,
    \`kind\` TINYINT DEFAULT 0,
    \`price\` DECIMAL(8,2),
    \`bought_on\` DATE,
    \`notes\` TEXT,
    \`words\` TEXT,
    \`shelf_id\` INTEGER,
    PRIMARY KEY (\`id\`),
    INDEX \`item_i_639136\` (\`title\`),
    INDEX \`item_fi_25c449\` (\`shelf_id\`),
    CONSTRAINT \`item_fk_25c449\`
        FOREIGN KEY (\`shelf_id\`)
        REFERENCES \`shelf\` (\`id\`)
        ON DELETE SET NULL
) ENGINE=InnoDB`,
    `CREATE TABLE \`loan\`
(
    \`reader_id\` INTEGER NOT NULL,
    \`item_id\` INTEGER NOT NULL,
    \`due_on\` DATE,
    PRIMARY KEY (\`reader_id\`,\`item_id\`),
    INDEX \`loan_fi_5cf635\` (\`item_id\`),
    CONSTRAINT \`loan_fk_2420ff\`
        FOREIGN KEY (\`reader_id\`)
        REFERENCES \`reader\` (\`id\`)
        ON DELETE CASCADE,
    CONSTRAINT \`loan_fk_5cf635\`
        FOREIGN KEY (\`item_id\`)
        REFERENCES \`item\` (\`id\`)
        ON DELETE CASCADE
) ENGINE=InnoDB`,
    `CREATE TABLE \`propel_migration\`
(
    \`version\` INTEGER DEFAULT 0,
    \`execution_datetime\` DATETIME
) ENGINE=InnoDB`,
  ],
  sqlite: [
    `CREATE TABLE [shelf]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [label] VARCHAR(40) NOT NULL,
    UNIQUE ([id])
)`,
    `CREATE TABLE [reader]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100) NOT NULL,
    [email] VARCHAR(200),
    [active] INTEGER DEFAULT 1 NOT NULL,
    [joined_at] TIMESTAMP,
    UNIQUE ([email]),
    UNIQUE ([id])
)`,
    `CREATE TABLE [item]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(255) NOT NULL,
    [kind] TINYINT DEFAULT 0,
    [price] DECIMAL(8,2),
    [bought_on] DATETIME,
    [notes] MEDIUMTEXT,
    [words] MEDIUMTEXT,
    [shelf_id] INTEGER,
    UNIQUE ([id]),
    FOREIGN KEY ([shelf_id]) REFERENCES [shelf] ([id])
        ON DELETE SET NULL
)`,
    'CREATE INDEX [item_i_639136] ON [item] ([title])',
    `CREATE TABLE [loan]
(
    [reader_id] INTEGER NOT NULL,
    [item_id] INTEGER NOT NULL,
    [due_on] DATETIME,
    PRIMARY KEY ([reader_id],[item_id]),
    UNIQUE ([reader_id],[item_id]),
    FOREIGN KEY ([reader_id]) REFERENCES [reader] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([item_id]) REFERENCES [item] ([id])
        ON DELETE CASCADE
)`,
    `CREATE TABLE [propel_migration]
(
    [version] INTEGER DEFAULT 0,
    [execution_datetime] DATETIME
)`,
  ],
};

export const ROWS: readonly string[] = [
  "INSERT INTO shelf (label) VALUES ('A1'), ('B2')",
  `INSERT INTO reader (name, email, joined_at) VALUES
    ('Ada', 'ada@example.org', '2019-05-01 08:30:00'), ('Blaise', NULL, NULL), ('Chloé', 'chloe@example.org', '2021-11-30 23:59:59')`,
  // Propel stores the position of a label, and the words of an ARRAY between bars.
  `INSERT INTO item (title, kind, price, bought_on, notes, words, shelf_id) VALUES
    ('Solaris', 0, 8.50, '2018-02-28', 'second edition', '| novel | space |', 1),
    ('Europe 1812', 1, NULL, NULL, NULL, NULL, 1),
    ('Kind of Blue', 2, 19.99, '2020-12-24', 'it''s scratched', '| jazz |', 2),
    ('Fiasko', 0, NULL, '2021-01-04', NULL, NULL, NULL)`,
  "INSERT INTO loan (reader_id, item_id, due_on) VALUES (1, 1, '2026-12-01'), (3, 1, NULL), (3, 3, '2026-12-24')",
  `INSERT INTO propel_migration (version, execution_datetime) VALUES
    (1546300800, '2019-01-01 00:00:00'), (1577836800, '2020-01-01 00:00:00')`,
];

/** What Propel's migration:diff wrote, once upon a time. */
export const OLD_MIGRATION = `<?php

class PropelMigration_1577836800
{
    public $comment = '';

    public function getUpSQL(): array
    {
        return ['library' => 'ALTER TABLE item ADD words TEXT;'];
    }

    public function getDownSQL(): array
    {
        return ['library' => 'ALTER TABLE item DROP words;'];
    }
}
`;

export const CONFIGURATION = (adapter: ExecutedAdapter, dsn: string, user: string): string => `propel:
  general:
    project: library
  paths:
    migrationDir: generated-migrations
    phpDir: generated-classes
  database:
    connections:
      library:
        adapter: ${adapter}
        classname: Propel\\Runtime\\Connection\\ConnectionWrapper
        dsn: "${dsn}"
        user: "${user}"
        password: "%env.DB_PASSWORD%"
        attributes:
  runtime:
    defaultConnection: library
    connections:
      - library
  generator:
    defaultConnection: library
    connections:
      - library
`;
