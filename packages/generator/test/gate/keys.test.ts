import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEYS } from '../../src/config/keys.js';
import type { Adapter } from '../../src/model/adapter.js';
import { ADAPTERS } from '../support/compile-schema.js';
import { printXml } from '../support/xml-tree.js';
import { baseConfig, baseKeys, rename, type Settings, set } from './support/base-config.js';
import { baseTree } from './support/base-tree.js';
import { HOSTILE_VALUES, hostileSample } from './support/hostile-values.js';
import { type Bones, bonesOf, difference } from './support/judge.js';
import type { Outputs } from './support/project.js';
import { Workshop } from './support/workshop.js';

let workshop: Workshop;
const clean = new Map<Adapter, Bones>();

beforeAll(async () => {
  workshop = await Workshop.open();
  for (const adapter of ADAPTERS) {
    const outputs = await build(baseConfig(adapter), adapter);
    if (outputs === undefined) throw new Error(`the base is refused for ${adapter}`);
    clean.set(adapter, await bonesOf(outputs, workshop.skeletons));
  }
});

afterAll(() => {
  workshop.close();
});

async function build(settings: Settings, adapter: Adapter): Promise<Outputs | undefined> {
  const config = await workshop.project.config(settings);
  return config && workshop.project.build(printXml(baseTree(adapter, workshop.platforms)), config, true);
}

/** What becomes more than a text when a configuration is built; `refused` where it is not built. */
async function finding(
  settings: Settings,
  adapter: Adapter,
  print = (outputs: Outputs): Outputs => outputs,
): Promise<string | undefined> {
  const outputs = await build(settings, adapter);
  const bones = clean.get(adapter);
  if (outputs === undefined || bones === undefined) return 'refused';
  return difference(bones, await bonesOf(print(outputs), workshop.skeletons), adapter);
}

/** The values of a key that are of its shape: a list has them as an item. */
const shaped = (type: string, value: string): unknown => (type === 'names' || type === 'strings' ? [value] : value);

/** As in attributes.test.ts: each key gets a third of the values, and all of them where a report is wanted. */
const FULL = process.env['ORM_GATE_REPORT'] !== undefined;
const SEED = Number(process.env['ORM_GATE_SEED'] ?? Math.floor(Math.random() * 1_000_000));

describe('hostile values of every key of the configuration', () => {
  it('are refused, or stay texts in PHP, SQL and HTML', async () => {
    const findings: string[] = [];
    let [turn, asked, accepted] = [0, 0, 0];
    const play = async (
      what: string,
      change: (settings: Settings, value: string, adapter: Adapter) => void,
    ): Promise<void> => {
      for (const value of FULL ? HOSTILE_VALUES : hostileSample(SEED + asked++)) {
        const adapter = what.includes('mysql') ? 'mysql' : (ADAPTERS[turn++ % ADAPTERS.length] ?? 'pgsql');
        const settings = baseConfig(adapter);
        change(settings, value, adapter);
        const found = await finding(settings, adapter);
        if (found !== 'refused') accepted++;
        if (found !== 'refused' && found !== undefined)
          findings.push(`${adapter}, ${what} = ${JSON.stringify(value)}: ${found}`);
      }
    };
    console.log(`the gate of keys, ORM_GATE_SEED=${String(SEED)}`);
    const groups = new Set<string>();
    for (const { definition, path } of baseKeys('pgsql')) {
      await play(definition.path, (settings, value) => set(settings, ['orm', ...path], shaped(definition.type, value)));
      definition.path.split('.').forEach((name, index) => {
        if (name === '*') groups.add(path.slice(0, index + 1).join('.'));
      });
    }
    for (const group of groups) {
      await play(`a name in ${group}`, (settings, value) => rename(settings, ['orm', ...group.split('.')], value));
    }
    expect(groups.size).toBeGreaterThanOrEqual(5);
    expect(findings).toEqual([]);
    expect(accepted).toBeGreaterThan(FULL ? 300 : 80);
  }, 3_600_000);

  it('plays every key of the table', () => {
    const played = new Set(baseKeys('pgsql').map(({ definition }) => definition.path));
    const left = KEYS.filter(({ path }) => !played.has(path)).filter(
      ({ replacedBy, aliasOf }) => replacedBy === undefined && aliasOf === undefined,
    );
    expect(left).toEqual([]);
  });

  it('are found where a key goes around the gate', async () => {
    const found = await Promise.all([
      finding(baseConfig('pgsql'), 'pgsql', (outputs) => ({
        ...outputs,
        php: outputs.php.map((file) => ({
          ...file,
          content: file.content.replace(
            /^namespace (.*);$/m,
            (_, name: string) => `namespace ${name}\\A; \\canary(); #;`,
          ),
        })),
      })),
    ]);
    expect(found).not.toContain(undefined);
  });
});
