-- A bookshop on the web: extensions, GENERATED ALWAYS, UUIDs, checked words, generated columns, ranges.

CREATE EXTENSION citext;
CREATE EXTENSION hstore;
CREATE EXTENSION "uuid-ossp";
CREATE EXTENSION pg_trgm;

CREATE TABLE publisher (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name citext NOT NULL CONSTRAINT publisher_name_unique UNIQUE,
  website text,
  founded date,
  details hstore DEFAULT '' NOT NULL
);
COMMENT ON TABLE publisher IS 'Who makes books: "imprints" too; it''s <not> & never empty';
COMMENT ON CONSTRAINT publisher_name_unique ON publisher IS 'Whatever the case of letters';

CREATE TABLE author (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  first_name varchar(80),
  last_name varchar(80) NOT NULL,
  full_name text GENERATED ALWAYS AS (coalesce(first_name || ' ', '') || last_name) STORED,
  born date,
  died date,
  biography text DEFAULT '' NOT NULL,
  CONSTRAINT author_lives CHECK (died > born)
);
CREATE INDEX author_last_name_first_name ON author (last_name, first_name);
CREATE INDEX author_name_words ON author USING gin (last_name gin_trgm_ops);
CREATE INDEX author_full_name ON author (full_name);

CREATE TABLE book (
  isbn char(13) PRIMARY KEY,
  title varchar(200) NOT NULL,
  subtitle varchar(200),
  publisher_id bigint NOT NULL REFERENCES publisher ON DELETE RESTRICT,
  format varchar(20) DEFAULT 'paperback' NOT NULL CHECK (format IN ('hardback', 'paperback', 'e-book', 'audio')),
  status text DEFAULT 'available' NOT NULL
    CONSTRAINT book_status CHECK (status IN ('announced', 'available', 'out of print')),
  pages smallint CHECK (pages > 0),
  price numeric(8,2) DEFAULT 0 NOT NULL,
  list_price money,
  weight real DEFAULT 0.5,
  rating double precision,
  keywords text[] DEFAULT '{}' NOT NULL,
  attributes jsonb DEFAULT '{}' NOT NULL,
  raw json DEFAULT '{"source": "it''s ours"}',
  cover bytea,
  sold_between daterange,
  published_on date,
  created_at timestamptz DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE INDEX book_by_title ON book (title) INCLUDE (price);
CREATE INDEX book_keywords ON book USING gin (keywords);
CREATE INDEX book_recent ON book (published_on DESC NULLS LAST);
CREATE INDEX book_available ON book (publisher_id) WHERE status = 'available';

CREATE TABLE book_author (
  isbn char(13) NOT NULL REFERENCES book ON DELETE CASCADE,
  author_id bigint NOT NULL REFERENCES author ON DELETE CASCADE,
  PRIMARY KEY (isbn, author_id)
);

CREATE TABLE genre (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parent_id bigint REFERENCES genre,
  code varchar(12) NOT NULL UNIQUE NULLS NOT DISTINCT,
  name varchar(60) NOT NULL,
  sort integer DEFAULT '-1' NOT NULL,
  UNIQUE (parent_id, sort) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE book_genre (
  isbn char(13) NOT NULL REFERENCES book ON DELETE CASCADE,
  genre_id bigint NOT NULL REFERENCES genre,
  main boolean DEFAULT false NOT NULL,
  PRIMARY KEY (isbn, genre_id)
);
CREATE UNIQUE INDEX book_genre_one_main ON book_genre (isbn) WHERE main;

CREATE TABLE customer (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  token uuid DEFAULT uuid_generate_v4() NOT NULL UNIQUE,
  email citext NOT NULL UNIQUE,
  name varchar(120) NOT NULL,
  newsletter boolean DEFAULT false NOT NULL,
  country char(2) DEFAULT 'DE' NOT NULL CHECK (country IN ('DE', 'AT', 'CH')),
  birthday date,
  last_seen_from inet,
  created_at timestamptz(0) DEFAULT now() NOT NULL
);

CREATE TABLE address (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer ON DELETE CASCADE,
  kind varchar(8) DEFAULT 'billing' NOT NULL CHECK (kind IN ('billing', 'delivery')),
  line1 varchar(120) NOT NULL,
  line2 varchar(120),
  zip varchar(10) COLLATE "C" NOT NULL,
  city varchar(80) NOT NULL
);

CREATE TABLE "order" (
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 100000 INCREMENT BY 1) PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  billing_id bigint NOT NULL REFERENCES address DEFERRABLE,
  delivery_id bigint REFERENCES address ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  placed_at timestamptz DEFAULT now() NOT NULL,
  paid_at timestamptz,
  note text DEFAULT NULL
);
COMMENT ON COLUMN "order".note IS E'What the customer wrote\nwith lines of its own';

CREATE TABLE order_line (
  order_id bigint NOT NULL REFERENCES "order" ON DELETE CASCADE,
  line smallint NOT NULL,
  isbn char(13) NOT NULL REFERENCES book ON UPDATE CASCADE,
  quantity integer DEFAULT 1 NOT NULL CONSTRAINT order_line_quantity CHECK (quantity BETWEEN 1 AND 99),
  unit_price numeric(8,2) NOT NULL,
  amount numeric(10,2) GENERATED ALWAYS AS (quantity * unit_price) STORED,
  PRIMARY KEY (order_id, line)
);

CREATE TABLE discount (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code varchar(20) NOT NULL,
  percent numeric(5,2) NOT NULL,
  valid daterange NOT NULL,
  EXCLUDE USING gist (valid WITH &&)
);

CREATE VIEW bestseller AS
  SELECT isbn, sum(quantity) AS sold FROM order_line GROUP BY isbn HAVING sum(quantity) > 100;
