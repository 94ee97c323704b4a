-- A corner of an ERP system that has grown: composite keys, reserved words, mixed case, and what nobody dares to remove.

CREATE TABLE Company (
  CompanyCode CHAR(4) NOT NULL PRIMARY KEY,
  Name VARCHAR(80) NOT NULL,
  Currency CHAR(3) DEFAULT 'EUR' NOT NULL
);

CREATE TABLE Plant (
  CompanyCode CHAR(4) NOT NULL,
  PlantNo INTEGER NOT NULL,
  Name VARCHAR(80) NOT NULL,
  PRIMARY KEY (CompanyCode, PlantNo),
  FOREIGN KEY (companycode) REFERENCES COMPANY (companycode)
);

CREATE TABLE "Storage Location" (
  "CompanyCode" CHAR(4) NOT NULL,
  "PlantNo" INTEGER NOT NULL,
  "Location" CHAR(4) NOT NULL,
  "Free Text" VARCHAR(40),
  PRIMARY KEY ("CompanyCode", "PlantNo", "Location"),
  CONSTRAINT "Location of Plant" FOREIGN KEY ("CompanyCode", "PlantNo") REFERENCES Plant ON UPDATE CASCADE ON DELETE RESTRICT
);

CREATE TABLE Unit (Code CHAR(3) PRIMARY KEY, Name VARCHAR(30) NOT NULL, Factor DOUBLE PRECISION NOT NULL DEFAULT 1.0);

CREATE TABLE Material (
  MaterialNo VARCHAR(18) NOT NULL,
  Revision SMALLINT NOT NULL DEFAULT 0,
  Description VARCHAR(40) NOT NULL COLLATE NOCASE,
  BaseUnit CHAR(3) NOT NULL REFERENCES Unit,
  GrossWeight DECIMAL(13,3),
  NetWeight DECIMAL(13,3),
  PackingWeight DECIMAL(13,3) AS (GrossWeight - NetWeight),
  Kind CHAR(4) NOT NULL DEFAULT 'FERT' CONSTRAINT Material_Kind CHECK (Kind IN ('FERT', 'HALB', 'ROH', 'DIEN')),
  Blocked BOOL NOT NULL DEFAULT 0,
  ChangedAt TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (MaterialNo, Revision),
  CONSTRAINT Weights CHECK (NetWeight <= GrossWeight)
);
CREATE INDEX Material_Text ON Material (Description);
CREATE UNIQUE INDEX Material_Current ON Material (MaterialNo) WHERE Blocked = 0;
CREATE INDEX Material_Packing ON Material (PackingWeight);

CREATE TABLE BillOfMaterial (
  ParentNo VARCHAR(18) NOT NULL,
  ParentRevision SMALLINT NOT NULL,
  ItemNo INT NOT NULL,
  ComponentNo VARCHAR(18) NOT NULL,
  ComponentRevision SMALLINT NOT NULL,
  Quantity DECIMAL(13,3) NOT NULL DEFAULT 1,
  Unit CHAR(3) NOT NULL,
  PRIMARY KEY (ParentNo, ParentRevision, ItemNo),
  FOREIGN KEY (ParentNo, ParentRevision) REFERENCES Material (MaterialNo, Revision) ON DELETE CASCADE,
  FOREIGN KEY (ComponentNo, ComponentRevision) REFERENCES Material (MaterialNo, Revision) ON DELETE RESTRICT,
  FOREIGN KEY (Unit) REFERENCES Unit (Code)
);

CREATE TABLE "Order" (
  "Key" INTEGER PRIMARY KEY AUTOINCREMENT,
  "Group" CHAR(2) NOT NULL,
  "From" DATE NOT NULL,
  "To" DATE,
  "Select" BOOLEAN,
  "Table" VARCHAR(30),
  "Values" TEXT,
  "Desc" VARCHAR(200),
  UNIQUE ("Group", "Key")
);

CREATE TABLE OrderItem (
  OrderKey INTEGER NOT NULL REFERENCES "Order" ("Key") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  Line INTEGER NOT NULL,
  MaterialNo VARCHAR(18) NOT NULL,
  Revision SMALLINT NOT NULL,
  CompanyCode CHAR(4),
  PlantNo INTEGER,
  Location CHAR(4),
  Quantity NUMERIC(13,3) NOT NULL,
  Price NUMERIC(18,4) NOT NULL DEFAULT 0,
  Amount NUMERIC(18,4) GENERATED ALWAYS AS (round(Quantity * Price, 2)) STORED,
  Status INT(1) NOT NULL DEFAULT 0,
  PRIMARY KEY (Line, OrderKey),
  CONSTRAINT Item_Material FOREIGN KEY (MaterialNo, Revision) REFERENCES Material,
  CONSTRAINT Item_Location FOREIGN KEY (CompanyCode, PlantNo, Location) REFERENCES "Storage Location"
    ON DELETE SET NULL ON UPDATE CASCADE DEFERRABLE
);

CREATE TABLE PartnerRole (Role CHAR(2) PRIMARY KEY NOT NULL, Text VARCHAR(30));

CREATE TABLE Partner (
  PartnerId INT PRIMARY KEY,
  Role CHAR(2) NOT NULL REFERENCES PartnerRole,
  Name VARCHAR(80) NOT NULL,
  VatId VARCHAR(14) CONSTRAINT OneVat UNIQUE,
  Successor INT REFERENCES Partner (PartnerId),
  LegacyId INTEGER REFERENCES OldPartners (Id),
  AccountNo VARCHAR(10) REFERENCES Account (Number)
);

CREATE TABLE Account (
  Ledger CHAR(2) NOT NULL,
  Number VARCHAR(10) NOT NULL,
  Balance NUMERIC(15,2) NOT NULL DEFAULT 0.00 CHECK (Balance >= 0),
  PRIMARY KEY (Ledger, Number)
);

CREATE TABLE PostingPeriod (Year INTEGER, Period INTEGER, ClosedAt TIMESTAMP, PRIMARY KEY (Year DESC, Period DESC)) WITHOUT ROWID;

CREATE TABLE Posting (
  Id INTEGER PRIMARY KEY,
  Ledger CHAR(2) NOT NULL,
  Number VARCHAR(10) NOT NULL,
  Year INTEGER NOT NULL,
  Period INTEGER NOT NULL,
  Amount NUMERIC(15,2) NOT NULL,
  Remark VARCHAR,
  Extra JSON,
  Document UUID,
  FOREIGN KEY (Ledger, Number) REFERENCES Account (Ledger, Number),
  FOREIGN KEY (Year, Period) REFERENCES PostingPeriod (Year, Period)
);
CREATE INDEX Posting_Key ON Posting (Ledger, Number, Year, Period);
CREATE INDEX Posting_Amount ON Posting (abs(Amount));

CREATE TABLE Invoice (
  InvoiceNo TEXT NOT NULL,
  PartnerId INT NOT NULL CONSTRAINT OneVat REFERENCES Partner ON UPDATE CASCADE,
  Issued DATE NOT NULL DEFAULT CURRENT_DATE,
  Due DATE DEFAULT (date('now', '+30 days')),
  Paid DATETIME,
  CONSTRAINT OneVat UNIQUE (InvoiceNo),
  CONSTRAINT Invoice_Key PRIMARY KEY (InvoiceNo DESC)
);

CREATE VIEW OpenItems AS SELECT * FROM Invoice WHERE Paid IS NULL;
CREATE VIEW "Order Value" AS SELECT OrderKey, sum(Amount) AS Total FROM OrderItem GROUP BY OrderKey;
CREATE TRIGGER Material_Changed AFTER UPDATE ON Material WHEN NEW.ChangedAt = OLD.ChangedAt
BEGIN
  UPDATE Material SET ChangedAt = CURRENT_TIMESTAMP WHERE MaterialNo = NEW.MaterialNo AND Revision = NEW.Revision;
END;
