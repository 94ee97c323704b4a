import { describe, expect, it } from 'vitest';
import { verbatimProblem } from '../../src/schema/build/verbatim-sql.js';

describe('verbatimProblem', () => {
  it.each([
    'numeric(10, 2)',
    'double precision',
    'timestamp(3) with time zone',
    "enum('it''s', 'a;b', '--', '/*', '(')",
    "E'it\\'s'",
    "'C:\\\\'",
    '"my type"[]',
    '`a``b`',
    '$$;--$$',
    '$x$ ( $$ $x$',
    '[dbo].[my type](10)',
    "nextval('a''b'::regclass)",
    'a - -1',
    '(a / b) * 2',
    '2-1',
    "'a' || 'b'",
  ])('lets %j be', (sql) => {
    expect(verbatimProblem(sql)).toBeUndefined();
  });

  it.each(['int;', 'int --', 'int /* x', '1)', '(1', '(1]', "'a", '"a', '`a', "'a''", '0); DROP TABLE x; --', "$$ '"])(
    'refuses %j',
    (sql) => {
      expect(verbatimProblem(sql)).toBeDefined();
    },
  );
});
