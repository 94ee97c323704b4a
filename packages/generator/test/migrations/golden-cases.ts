import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Change } from '../../src/changes/change.js';
import { compareShapes } from '../../src/changes/compare.js';
import { saidNames } from '../../src/cli/migration/names.js';
import { MIGRATION_RULES } from '../../src/config/keys/migration-rules.js';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { described } from '../../src/migrations/describe.js';
import { blockingOf, type PlannedEffect } from '../../src/migrations/effects.js';
import { migrationFiles } from '../../src/migrations/files.js';
import type { Fills } from '../../src/migrations/fill.js';
import { plannedOperations } from '../../src/migrations/forms.js';
import type { MigrationFile } from '../../src/migrations/migration.js';
import { checkedMigration } from '../../src/migrations/rules/checked.js';
import type { Finding } from '../../src/migrations/rules/rule.js';
import { findingsOf } from '../../src/migrations/rules/rules.js';
import type { Adapter } from '../../src/model/adapter.js';
import type { Database } from '../../src/model/model.js';
import { loadDialect } from '../../src/platforms/access.js';
import { type Alteration, loadAlteration } from '../../src/platforms/alteration.js';
import { CannotAlter } from '../../src/platforms/operation.js';
import { DEFAULT_PLATFORM_OPTIONS } from '../../src/platforms/platform.js';
import { loadPlatform } from '../../src/platforms/registry.js';
import type { DatabaseShape } from '../../src/platforms/shape.js';
import { compileSchema } from '../support/compile-schema.js';

/** A folder for each change of a table, with what it was and is, and a folder for each vendor. */
export const GOLDEN = fileURLToPath(new URL('golden', import.meta.url));

/** A change of a schema, made for a vendor. */
export interface GoldenCase {
  readonly before: { readonly database: Database; readonly sql: string };
  readonly after: { readonly database: Database; readonly sql: string };
  readonly alteration: Alteration;
  readonly changes: readonly Change[];
  readonly fills?: Fills;
  /** What the vendor is told, before and after. */
  readonly from: DatabaseShape;
  readonly to: DatabaseShape;
  readonly up: readonly PlannedEffect[];
  readonly down: readonly PlannedEffect[];
  /** The files of `migration:diff --offline`. */
  readonly offline: readonly MigrationFile[];
  /** `up.sql`, `down.sql`, `checks.sql`, `plan.txt`: the locks, and `rules.txt`: what `migration:check` finds in both forms. */
  readonly files: readonly MigrationFile[];
}

/** The case, or why the vendor has none. */
export async function goldenCase(name: string, adapter: Adapter): Promise<GoldenCase | string> {
  const text = (file: string): string => readFileSync(join(GOLDEN, name, file), 'utf8');
  const own = `after.${adapter}.xml`;
  const afterFile = existsSync(join(GOLDEN, name, own)) ? own : 'after.xml';
  const platform = await loadPlatform(adapter);
  const [before, after] = [compileSchema(text('before.xml'), platform), compileSchema(text(afterFile), platform)];
  const refusal = [...before.diagnostics, ...after.diagnostics].find(({ severity }) => severity === 'error');
  if (refusal !== undefined) return refusal.message;
  if (!before.database || !after.database || before.sql === undefined || after.sql === undefined)
    throw new Error(`${name} does not build`);
  const [from, to] = [before.database, after.database].map((each) => platform.shape(each, DEFAULT_PLATFORM_OPTIONS));
  if (from === undefined || to === undefined) throw new Error('no shape');
  const { renames } = saidNames(new Reporter(), { rename: [], drop: [] }, after.database, from, to);
  const changes = compareShapes(from, to, renames);
  const fills = existsSync(join(GOLDEN, name, 'fill.json')) ? (JSON.parse(text('fill.json')) as Fills) : undefined;
  const alteration = await loadAlteration(adapter);
  const migration = `20261116101500_${name.replaceAll('-', '_')}`;
  try {
    const plan = (direction: 'up' | 'down'): readonly PlannedEffect[] =>
      blockingOf(plannedOperations(from, changes, alteration, direction, { fills }), alteration);
    const dialect = await loadDialect(adapter);
    const rules = (title: string, written: readonly MigrationFile[]): string => {
      const content = (file: string): string => written.find((each) => each.name === file)?.content ?? '';
      const [up, down] = [content('up.sql'), content('down.sql')];
      const given = { migration: { name: migration, changes, ...(fills && { fills }) }, up, down, triggers: [] };
      return rulesText(
        title,
        up,
        findingsOf(checkedMigration({ ...given, before: from, after: to }, alteration, dialect)),
      );
    };
    const filesOf = (online: boolean): readonly MigrationFile[] =>
      migrationFiles(migration, from, changes, platform, alteration, { fills, online }).files;
    const files = filesOf(true);
    return {
      before: { database: before.database, sql: before.sql },
      after: { database: after.database, sql: after.sql },
      alteration,
      changes,
      ...(fills && { fills }),
      from,
      to,
      up: plan('up'),
      down: plan('down'),
      offline: filesOf(false),
      files: [
        ...files.filter((file) => file.name !== 'changes.json'),
        { name: 'plan.txt', content: planText(plan('up'), alteration) },
        {
          name: 'rules.txt',
          content: `${rules('migration:diff', files)}\n${rules('migration:diff --offline', filesOf(false))}`,
        },
      ],
    };
  } catch (error) {
    if (error instanceof CannotAlter) return error.message;
    throw error;
  }
}

/** A line for each operation: its lock, what others notice, whether it is a step of its own, and what it does. */
function planText(plan: readonly PlannedEffect[], { isAlone }: Alteration): string {
  const lines = plan.map(({ operation, blocking }) =>
    [
      (blocking?.lock ?? '–').padEnd(24),
      (blocking?.effect ?? '–').padEnd(20),
      isAlone?.(operation) === true ? 'alone  ' : '       ',
      described(operation).join(', '),
    ].join(''),
  );
  return lines.length === 0 ? 'nothing is done\n' : `${lines.join('\n')}\n`;
}

/** What rules find, each with its place and its help. */
function rulesText(title: string, up: string, findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ rule, message, help, statement }) => {
    const level = MIGRATION_RULES.find(({ name }) => name === rule)?.level ?? '';
    const place = statement === undefined ? '' : ` up.sql:${String(up.slice(0, statement.start).split('\n').length)}`;
    return [`  ${level} ${rule}${place}`, `    ${message}`, ...(help ?? '').split('\n').map((line) => `    = ${line}`)];
  });
  return `${[`${title}:`, ...(lines.length === 0 ? ['  nothing is found'] : lines)].join('\n')}\n`;
}
