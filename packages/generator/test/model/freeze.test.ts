import { describe, expect, it } from 'vitest';
import { everythingFiles, makeProject } from '../support/everything.js';

describe('the model', () => {
  it('is frozen in every part', async () => {
    const project = makeProject(everythingFiles('pgsql'), { adapter: 'pgsql' });
    const model = await project.model().finally(() => project.remove());
    const seen = new Set<object>();
    const open: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null || value instanceof Map || seen.has(value)) return;
      seen.add(value);
      if (!Object.isFrozen(value)) open.push(path);
      for (const [key, child] of Object.entries(value)) {
        // Where a thing was written is the parser's to say.
        if (key !== 'origin') walk(child, path.length < 60 ? `${path}.${key}` : path);
      }
    };
    walk(model, 'model');
    expect(seen.size).toBeGreaterThan(1000);
    expect(open).toEqual([]);
  });
});
