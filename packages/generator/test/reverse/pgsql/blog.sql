-- A blog with names in mixed case: inheritance of tables, collations, keys in another order, options of foreign keys.

CREATE COLLATION german_numbers (provider = icu, locale = 'de-u-kn');
CREATE FUNCTION slug_of(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT lower(replace($1, ' ', '-')) $$;
CREATE FUNCTION new_slug() RETURNS text LANGUAGE sql AS $$ SELECT 'post-' || floor(random() * 1000000)::text $$;

CREATE TABLE "Author" (
  "authorId" serial PRIMARY KEY,
  "displayName" varchar(60) NOT NULL,
  "eMail" varchar(120) NOT NULL UNIQUE,
  "passwordHash" char(60),
  "isAdmin" boolean DEFAULT 'f' NOT NULL,
  "homepageURL" text,
  "createdAt" timestamp without time zone DEFAULT (now() AT TIME ZONE 'utc') NOT NULL
);

CREATE TABLE "BlogPost" (
  "postId" serial PRIMARY KEY,
  "authorId" integer NOT NULL REFERENCES "Author" ("authorId") ON UPDATE CASCADE,
  title varchar(200) NOT NULL,
  slug varchar(200) DEFAULT new_slug() NOT NULL,
  summary varchar(500) DEFAULT NULL::character varying,
  body text NOT NULL,
  "wordCount" integer GENERATED ALWAYS AS (length(body) / 5) STORED,
  locale char(2) DEFAULT 'en' NOT NULL,
  "publishAt" time with time zone,
  "publishOn" date DEFAULT '2026-01-01',
  "readTime" time(0) DEFAULT '00:05',
  "updatedAt" timestamp(3) DEFAULT '2026-01-01 00:00:00',
  "draftOf" integer,
  feed xml,
  CONSTRAINT "BlogPost_slug_key" UNIQUE (slug, locale)
);
ALTER TABLE "BlogPost" ADD CONSTRAINT "BlogPost_draftOf_fkey"
  FOREIGN KEY ("draftOf") REFERENCES "BlogPost" ("postId") ON DELETE CASCADE NOT VALID;
ALTER TABLE "BlogPost" ADD CONSTRAINT "noEmptyTitle" CHECK (title <> '') NOT VALID;
CREATE INDEX "BlogPost_slug_idx" ON "BlogPost" (slug_of(title));
CREATE INDEX "BlogPost_published" ON "BlogPost" ("publishOn", "authorId");

CREATE TABLE "VideoPost" (
  "videoUrl" text NOT NULL,
  "durationSeconds" integer,
  PRIMARY KEY ("postId")
) INHERITS ("BlogPost");

CREATE TABLE "Translation" (
  locale char(2) NOT NULL,
  "postId" integer NOT NULL REFERENCES "BlogPost" ("postId") ON DELETE CASCADE,
  title varchar(200) COLLATE "C" NOT NULL,
  sorted varchar(200) COLLATE german_numbers,
  PRIMARY KEY ("postId", locale)
);

CREATE TABLE "Comment" (
  "commentId" bigserial PRIMARY KEY,
  "postId" integer NOT NULL,
  locale char(2),
  "replyTo" bigint,
  "authorName" varchar(60) DEFAULT 'Anonymous' NOT NULL,
  body text NOT NULL,
  approved boolean,
  CONSTRAINT "Comment_translation" FOREIGN KEY ("postId", locale) REFERENCES "Translation" ("postId", locale) MATCH FULL,
  CONSTRAINT "Comment_reply" FOREIGN KEY ("replyTo") REFERENCES "Comment" ("commentId") ON DELETE SET DEFAULT
);
CREATE INDEX ON "Comment" ("postId");
CREATE INDEX ON "Comment" ("replyTo");

CREATE TABLE tag (
  id smallserial PRIMARY KEY,
  name varchar(40) NOT NULL,
  "name_Key" varchar(40) NOT NULL,
  position serial,
  CONSTRAINT tag_name UNIQUE (name)
);
CREATE UNIQUE INDEX "tag_nameKey" ON tag ("name_Key" COLLATE "C");

CREATE TABLE "postTag" (
  "postId" integer NOT NULL REFERENCES "BlogPost" ("postId") ON DELETE CASCADE,
  tag_id smallint NOT NULL REFERENCES tag ON DELETE CASCADE,
  PRIMARY KEY ("postId", tag_id)
);

CREATE TABLE series (
  id integer PRIMARY KEY,
  name varchar(100) DEFAULT 'It''s a \ backslash, "quotes" & <tags>' NOT NULL,
  kind integer DEFAULT (2 + 3)
);
CREATE TABLE series_post (
  series_id integer REFERENCES series ON DELETE CASCADE,
  number integer,
  post_id integer,
  author_id integer,
  PRIMARY KEY (series_id, number)
);
ALTER TABLE series_post ADD CONSTRAINT series_post_post FOREIGN KEY (post_id) REFERENCES "BlogPost" ("postId");

CREATE TABLE series_note (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  series_id integer,
  number integer NOT NULL,
  text text DEFAULT 'x'::text || 'y'::text,
  FOREIGN KEY (series_id, number) REFERENCES series_post (series_id, number) ON DELETE SET NULL (series_id)
);

CREATE TABLE page_view (
  "postId" integer NOT NULL,
  day date NOT NULL,
  views bigint DEFAULT 0 NOT NULL,
  CONSTRAINT page_view_pk PRIMARY KEY (day, "postId")
);
CREATE VIEW "PostStats" AS SELECT "postId", sum(views) AS views FROM page_view GROUP BY "postId";
