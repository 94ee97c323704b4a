import { describe, expect, it } from 'vitest';
import { GENERATED_MARK, MAP_FILE, type SqlFolder, sqlPlan } from '../../src/output/sql-plan.js';

const EMPTY: SqlFolder = { map: undefined, generated: [] };
const databases = (...names: string[]): { name: string; sql: string }[] =>
  names.map((name) => ({ name, sql: `-- ${name}\n` }));

const mapOf = (names: string[], existing: SqlFolder, whole = true): string | undefined =>
  sqlPlan('/out', databases(...names), existing, whole).files.find(({ path }) => path === MAP_FILE)?.content;

describe('sqlPlan', () => {
  it('wants a file for each database and the map', () => {
    expect(sqlPlan('/out', databases('blog', 'shop'), EMPTY, true)).toEqual({
      folder: '/out',
      files: [
        { path: 'blog.sql', content: '-- blog\n', mark: GENERATED_MARK },
        { path: 'shop.sql', content: '-- shop\n', mark: GENERATED_MARK },
        { path: 'sqldb.map', content: '# Sqlfile -> Database map\nblog.sql=blog\nshop.sql=shop\n' },
      ],
      removals: [],
    });
  });

  it('keeps the lines a person added to the map, and their order', () => {
    const map = '# mine\nextra.sql=blog\n\nblog.sql=other\n; remark\n';
    expect(mapOf(['blog', 'shop'], { map, generated: [] })).toBe(`${map}shop.sql=shop\n`);
  });

  it('is the same the second time', () => {
    const map = mapOf(['blog'], EMPTY);
    expect(mapOf(['blog'], { map, generated: ['blog.sql'] })).toBe(map);
  });

  it('reads a map from Windows', () => {
    expect(mapOf(['blog'], { map: 'blog.sql=blog\r\nextra.sql=blog\r\n', generated: [] })).toBe(
      'blog.sql=blog\nextra.sql=blog\n',
    );
  });

  it('removes generated files of databases that are gone, with their lines', () => {
    const existing = { map: 'old.sql=old\nmine.sql=blog\nblog.sql=blog\n', generated: ['old.sql', 'blog.sql'] };
    expect(sqlPlan('/out', databases('blog'), existing, true).removals).toEqual(['old.sql']);
    expect(mapOf(['blog'], existing)).toBe('mine.sql=blog\nblog.sql=blog\n');
  });

  it('removes nothing when only some databases are built', () => {
    const existing = { map: 'old.sql=old\n', generated: ['old.sql'] };
    expect(sqlPlan('/out', databases('blog'), existing, false).removals).toEqual([]);
    expect(mapOf(['blog'], existing, false)).toBe('old.sql=old\nblog.sql=blog\n');
  });
});
