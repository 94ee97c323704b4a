import { describe, expect, it } from 'vitest';
import { ADAPTERS } from '../../src/model/adapter.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import { buildDatabase } from '../support/model-builder.js';

describe.each(ADAPTERS)('the header of a %s file', (adapter) => {
  const firstLine = async (project: string | undefined): Promise<string> => {
    const platform = await loadPlatform(adapter);
    const sql = platform.ddl(buildDatabase([]), { ...DEFAULT_PLATFORM_OPTIONS, project });
    return sql.split('\n')[0] ?? '';
  };

  it('names the project', async () => {
    expect(await firstLine('Book shop')).toMatch(/^-- Database "shop" of Book shop for [A-Z]/);
    expect(await firstLine(undefined)).toMatch(/^-- Database "shop" for [A-Z]/);
  });

  it('cannot be left by a name with a line break', async () => {
    expect(await firstLine('a\nDROP TABLE b;')).toContain('of a\\u{A}DROP TABLE b; for');
  });
});
