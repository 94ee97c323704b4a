-- A chain of shops that lends films: sequences by hand, an enum type, a domain, partitions, triggers, full text search.

CREATE TYPE mpaa_rating AS ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17');
CREATE DOMAIN release_year AS integer CHECK (VALUE >= 1901 AND VALUE <= 2155);

CREATE FUNCTION last_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.last_update = CURRENT_TIMESTAMP;
  RETURN NEW;
END $$;

CREATE FUNCTION group_concat_step(text, text) RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT CASE WHEN $2 IS NULL THEN $1 WHEN $1 IS NULL THEN $2 ELSE $1 || ', ' || $2 END $$;
CREATE AGGREGATE group_concat(text) (SFUNC = group_concat_step, STYPE = text);

CREATE SEQUENCE actor_actor_id_seq;
CREATE TABLE actor (
  actor_id integer DEFAULT nextval('actor_actor_id_seq') PRIMARY KEY,
  first_name varchar(45) NOT NULL,
  last_name varchar(45) NOT NULL,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE INDEX idx_actor_last_name ON actor (last_name);

CREATE TABLE category (
  category_id serial PRIMARY KEY,
  name varchar(25) NOT NULL,
  last_update timestamp DEFAULT now() NOT NULL
);

CREATE TABLE language (
  language_id serial PRIMARY KEY,
  name char(20) NOT NULL,
  last_update timestamp DEFAULT now() NOT NULL
);

CREATE TABLE country (
  country_id serial PRIMARY KEY,
  country varchar(50) NOT NULL,
  last_update timestamp DEFAULT now() NOT NULL
);

CREATE TABLE city (
  city_id serial PRIMARY KEY,
  city varchar(50) NOT NULL,
  country_id smallint NOT NULL REFERENCES country ON UPDATE CASCADE ON DELETE RESTRICT,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE INDEX idx_fk_country_id ON city (country_id);

CREATE TABLE address (
  address_id serial PRIMARY KEY,
  address varchar(50) NOT NULL,
  address2 varchar(50) DEFAULT NULL,
  district varchar(20) NOT NULL,
  city_id integer NOT NULL REFERENCES city ON UPDATE CASCADE ON DELETE RESTRICT,
  postal_code varchar(10),
  phone varchar(20) NOT NULL,
  location point,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE INDEX idx_fk_city_id ON address (city_id);

CREATE TABLE film (
  film_id serial PRIMARY KEY,
  title varchar(255) NOT NULL,
  description text,
  release_year release_year,
  language_id integer NOT NULL REFERENCES language ON UPDATE CASCADE ON DELETE RESTRICT,
  original_language_id integer REFERENCES language ON UPDATE CASCADE ON DELETE RESTRICT,
  rental_duration smallint DEFAULT 3 NOT NULL,
  rental_rate numeric(4,2) DEFAULT 4.99 NOT NULL,
  length smallint,
  replacement_cost numeric(5,2) DEFAULT 19.99 NOT NULL,
  rating mpaa_rating DEFAULT 'G',
  special_features text[],
  fulltext tsvector NOT NULL,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE INDEX film_fulltext_idx ON film USING gist (fulltext);
CREATE INDEX idx_title ON film (title);
CREATE INDEX idx_fk_language_id ON film (language_id);

CREATE TABLE film_actor (
  actor_id integer NOT NULL REFERENCES actor ON UPDATE CASCADE ON DELETE RESTRICT,
  film_id integer NOT NULL REFERENCES film ON UPDATE CASCADE ON DELETE RESTRICT,
  last_update timestamp DEFAULT now() NOT NULL,
  PRIMARY KEY (actor_id, film_id)
);
CREATE INDEX idx_fk_film_id ON film_actor (film_id);

CREATE TABLE film_category (
  film_id integer NOT NULL REFERENCES film ON UPDATE CASCADE ON DELETE RESTRICT,
  category_id integer NOT NULL REFERENCES category ON UPDATE CASCADE ON DELETE RESTRICT,
  PRIMARY KEY (film_id, category_id)
);

-- A shop has a manager, who works in a shop.
CREATE TABLE staff (
  staff_id serial PRIMARY KEY,
  first_name varchar(45) NOT NULL,
  last_name varchar(45) NOT NULL,
  address_id integer NOT NULL REFERENCES address ON UPDATE CASCADE ON DELETE RESTRICT,
  email varchar(50),
  store_id integer NOT NULL,
  active boolean DEFAULT true NOT NULL,
  username varchar(16) NOT NULL,
  password varchar(40),
  picture bytea,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE TABLE store (
  store_id serial PRIMARY KEY,
  manager_staff_id integer NOT NULL REFERENCES staff ON UPDATE CASCADE ON DELETE RESTRICT,
  address_id integer NOT NULL REFERENCES address ON UPDATE CASCADE ON DELETE RESTRICT,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE UNIQUE INDEX idx_unq_manager_staff_id ON store (manager_staff_id);
ALTER TABLE staff ADD CONSTRAINT staff_store_id_fkey FOREIGN KEY (store_id) REFERENCES store;

CREATE TABLE customer (
  customer_id serial PRIMARY KEY,
  store_id integer NOT NULL REFERENCES store ON UPDATE CASCADE ON DELETE RESTRICT,
  first_name varchar(45) NOT NULL,
  last_name varchar(45) NOT NULL,
  email varchar(50),
  address_id integer NOT NULL REFERENCES address ON UPDATE CASCADE ON DELETE RESTRICT,
  activebool boolean DEFAULT true NOT NULL,
  create_date date DEFAULT CURRENT_DATE NOT NULL,
  last_update timestamp DEFAULT now(),
  active integer
);
CREATE INDEX idx_last_name ON customer (last_name);
CREATE INDEX idx_active_customers ON customer (store_id) WHERE activebool;
CREATE UNIQUE INDEX idx_unq_customer_email ON customer (lower(email));

CREATE TABLE inventory (
  inventory_id serial PRIMARY KEY,
  film_id integer NOT NULL REFERENCES film ON UPDATE CASCADE ON DELETE RESTRICT,
  store_id integer NOT NULL REFERENCES store ON UPDATE CASCADE ON DELETE RESTRICT,
  last_update timestamp DEFAULT now() NOT NULL
);
CREATE INDEX idx_store_id_film_id ON inventory (store_id, film_id);

CREATE TABLE rental (
  rental_id serial PRIMARY KEY,
  rental_date timestamp NOT NULL,
  inventory_id integer NOT NULL REFERENCES inventory ON UPDATE CASCADE ON DELETE RESTRICT,
  customer_id integer NOT NULL REFERENCES customer ON UPDATE CASCADE ON DELETE RESTRICT,
  return_date timestamp,
  staff_id integer NOT NULL REFERENCES staff ON UPDATE CASCADE ON DELETE RESTRICT,
  last_update timestamp DEFAULT now() NOT NULL,
  CHECK (return_date >= rental_date)
);
CREATE UNIQUE INDEX idx_unq_rental ON rental (rental_date, inventory_id, customer_id);

CREATE TABLE payment (
  payment_id bigint GENERATED BY DEFAULT AS IDENTITY (START WITH 10000),
  customer_id integer NOT NULL REFERENCES customer,
  staff_id integer NOT NULL REFERENCES staff,
  rental_id integer NOT NULL REFERENCES rental,
  amount numeric(5,2) NOT NULL,
  payment_date timestamptz NOT NULL,
  PRIMARY KEY (payment_date, payment_id)
) PARTITION BY RANGE (payment_date);
CREATE TABLE payment_p2026_01 PARTITION OF payment FOR VALUES FROM ('2026-01-01 00:00+00') TO ('2026-02-01 00:00+00');
CREATE TABLE payment_p2026_02 PARTITION OF payment FOR VALUES FROM ('2026-02-01 00:00+00') TO ('2026-03-01 00:00+00');
CREATE INDEX idx_fk_customer_id ON payment (customer_id);

CREATE TRIGGER last_updated BEFORE UPDATE ON film FOR EACH ROW EXECUTE FUNCTION last_updated();
CREATE TRIGGER film_fulltext_trigger BEFORE INSERT OR UPDATE ON film
  FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger('fulltext', 'pg_catalog.english', 'title', 'description');

CREATE VIEW customer_list AS
  SELECT customer_id AS id, first_name || ' ' || last_name AS name, email FROM customer;
CREATE MATERIALIZED VIEW rental_by_category AS
  SELECT category_id, count(*) AS films FROM film_category GROUP BY category_id WITH NO DATA;
CREATE UNIQUE INDEX rental_category ON rental_by_category (category_id);
CREATE PROCEDURE close_day() LANGUAGE sql AS 'SELECT 1';

COMMENT ON TABLE film IS 'What the shops lend';
COMMENT ON COLUMN film.rental_rate IS 'For rental_duration days, in the shop''s currency';
