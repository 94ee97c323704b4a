-- A bookshop as a tool of a desktop makes it: brackets, capitals, types of SQL Server.

CREATE TABLE [Author]
(
    [AuthorId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [FirstName] NVARCHAR(40) NOT NULL,
    [LastName] NVARCHAR(40) NOT NULL COLLATE NOCASE,
    [Born] DATE,
    [Website] NVARCHAR(200),
    [Photo] IMAGE
);
CREATE INDEX [IX_Author_LastName] ON [Author] ([LastName], [FirstName]);

CREATE TABLE [Publisher]
(
    [PublisherId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [Name] NVARCHAR(120) NOT NULL UNIQUE COLLATE NOCASE,
    [Country] NCHAR(2) NOT NULL DEFAULT 'GB'
);

CREATE TABLE [Genre]
(
    [GenreId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [ParentId] INTEGER REFERENCES [Genre] ON DELETE SET NULL,
    [Name] NVARCHAR(60) NOT NULL,
    CONSTRAINT [UQ_Genre_Name] UNIQUE ([ParentId], [Name])
);

CREATE TABLE [Book]
(
    [BookId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [Isbn] CHAR(13) NOT NULL,
    [Title] NVARCHAR(200) NOT NULL,
    [Subtitle] NVARCHAR(200),
    [PublisherId] INTEGER NOT NULL,
    [GenreId] INTEGER,
    [Pages] SMALLINT CHECK ([Pages] > 0),
    [Price] NUMERIC(10,2) NOT NULL DEFAULT 0.00,
    [Weight] FLOAT,
    [PublishedOn] DATE,
    [IsAvailable] BIT NOT NULL DEFAULT 1,
    [Binding] VARCHAR(9) NOT NULL DEFAULT 'Paperback' CHECK ([Binding] IN ('Paperback', 'Hardcover', 'Audio')),
    [Blurb] NTEXT,
    [ModifiedAt] DATETIME NOT NULL DEFAULT (datetime('now', 'localtime')),
    CONSTRAINT [FK_Book_Publisher] FOREIGN KEY ([PublisherId]) REFERENCES [Publisher] ([PublisherId])
        ON DELETE NO ACTION ON UPDATE NO ACTION,
    CONSTRAINT [FK_Book_Genre] FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]) ON DELETE SET NULL
);
CREATE UNIQUE INDEX [UX_Book_Isbn] ON [Book] ([Isbn]);
CREATE INDEX [IX_Book_Publisher] ON [Book] ([PublisherId]);
CREATE INDEX [IX_Book_Available] ON [Book] ([Title]) WHERE [IsAvailable] = 1;

CREATE TABLE [BookAuthor]
(
    [BookId] INTEGER NOT NULL,
    [AuthorId] INTEGER NOT NULL,
    [Position] TINYINT NOT NULL DEFAULT 1,
    CONSTRAINT [PK_BookAuthor] PRIMARY KEY ([BookId], [AuthorId]),
    FOREIGN KEY ([BookId]) REFERENCES [Book] ([BookId]) ON DELETE CASCADE,
    FOREIGN KEY ([AuthorId]) REFERENCES [Author] ([AuthorId]) ON DELETE RESTRICT
);

CREATE TABLE [Customer]
(
    [CustomerId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [Email] NVARCHAR(120) NOT NULL COLLATE NOCASE,
    [Name] NVARCHAR(120) NOT NULL,
    [Phone] NVARCHAR(24),
    [Discount] DECIMAL(4,2) NOT NULL DEFAULT 0,
    [CreatedAt] DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT [UQ_Customer_Email] UNIQUE ([Email])
);

CREATE TABLE [Address]
(
    [AddressId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [CustomerId] INTEGER NOT NULL REFERENCES [Customer] ([CustomerId]) ON DELETE CASCADE,
    [Street] NVARCHAR(120) NOT NULL,
    [City] NVARCHAR(60) NOT NULL,
    [PostCode] NVARCHAR(12),
    [Country] NCHAR(2) NOT NULL
);

CREATE TABLE [Order]
(
    [OrderId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [CustomerId] INTEGER NOT NULL,
    [BillingAddressId] INTEGER NOT NULL,
    [DeliveryAddressId] INTEGER,
    [OrderedAt] DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    [ShippedAt] DATETIME,
    [Total] MONEY NOT NULL DEFAULT 0,
    [Note] NVARCHAR(500),
    FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId]),
    FOREIGN KEY ([BillingAddressId]) REFERENCES [Address] ([AddressId]),
    FOREIGN KEY ([DeliveryAddressId]) REFERENCES [Address] ([AddressId])
);
CREATE INDEX [IX_Order_Customer] ON [Order] ([CustomerId], [OrderedAt]);

CREATE TABLE [OrderLine]
(
    [OrderId] INTEGER NOT NULL REFERENCES [Order] ([OrderId]) ON DELETE CASCADE,
    [LineNo] SMALLINT NOT NULL,
    [BookId] INTEGER NOT NULL REFERENCES [Book] ([BookId]),
    [Quantity] SMALLINT NOT NULL DEFAULT 1 CONSTRAINT [CK_Quantity] CHECK ([Quantity] BETWEEN 1 AND 999),
    [UnitPrice] NUMERIC(10,2) NOT NULL,
    [LineTotal] NUMERIC(12,2) GENERATED ALWAYS AS ([Quantity] * [UnitPrice]) VIRTUAL,
    PRIMARY KEY ([OrderId], [LineNo])
);

CREATE TABLE [Review]
(
    [ReviewId] INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
    [BookId] INTEGER NOT NULL REFERENCES [Book] ([BookId]) ON DELETE CASCADE,
    [CustomerId] INTEGER REFERENCES [Customer] ([CustomerId]) ON DELETE SET NULL,
    [Stars] TINYINT NOT NULL,
    [Text] NTEXT,
    [IsPublic] BOOL NOT NULL DEFAULT FALSE,
    UNIQUE ([BookId], [CustomerId])
);

CREATE VIEW [BestSellers] AS
    SELECT b.[Title], SUM(l.[Quantity]) AS [Sold]
    FROM [Book] b JOIN [OrderLine] l ON l.[BookId] = b.[BookId]
    GROUP BY b.[BookId] ORDER BY [Sold] DESC;

CREATE TRIGGER [TR_Book_Modified] AFTER UPDATE OF [Price], [Title] ON [Book] FOR EACH ROW
BEGIN
    UPDATE [Book] SET [ModifiedAt] = datetime('now', 'localtime') WHERE [BookId] = OLD.[BookId];
END;
