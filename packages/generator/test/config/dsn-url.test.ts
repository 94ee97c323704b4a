import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { urlParameters } from '../../../runtime-ts/src/drivers/dsn/url.js';
import { DSN_RULES, readDsnUrl } from '../../src/config/dsn-url.js';

interface Case {
  readonly url: string;
  readonly dsn?: string;
  readonly user?: string;
  readonly password?: string;
  readonly ignored?: readonly string[];
  readonly problem?: string;
}

const TABLE = JSON.parse(readFileSync(new URL('../../../../conformance/dsn-urls.json', import.meta.url), 'utf8')) as {
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly cases: readonly Case[];
};

describe('URLs of databases', () => {
  it.each(TABLE.cases.map((each) => [each.url, each] as const))(
    '%s',
    (url, { dsn, user, password, ignored = [], problem }) => {
      const expected = problem === undefined ? { dsn, user, password, ignored } : { problem };
      const read = readDsnUrl(url);
      expect(read).toEqual(expected);
      if ('problem' in read) expect(read.problem).not.toContain('hunter');
    },
  );

  it('take the parameters that other languages take', () => {
    const parameters = Object.entries(DSN_RULES).map(([driver, rules]) => [driver, urlParameters(rules)]);
    expect(Object.fromEntries(parameters)).toEqual(TABLE.parameters);
  });
});
