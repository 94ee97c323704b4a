import { applyChanges } from '../../changes/apply.js';
import type { Config } from '../../config/config.js';
import type { RuleName } from '../../config/keys/migration-rules.js';
import type { DiagnosticDetails, Reporter } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { type Source, type Span, span } from '../../diagnostics/source.js';
import { emptyDatabase } from '../../migrations/history.js';
import { applyAllows } from '../../migrations/rules/allow.js';
import { readAnnotated } from '../../migrations/rules/annotated.js';
import { checkedMigration } from '../../migrations/rules/checked.js';
import { type Conflict, conflictsOf } from '../../migrations/rules/conflicts.js';
import { statementOf } from '../../migrations/rules/places.js';
import type { CheckedMigration, Finding, Trigger } from '../../migrations/rules/rule.js';
import { findingsOf } from '../../migrations/rules/rules.js';
import { triggersAfter } from '../../migrations/rules/triggers.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { ScriptDialect } from '../../platforms/sql-tokens.js';
import { firstLine } from '../insert/refused-statement.js';
import type { MigrationReading, RunnableMigration } from '../migrate/folder.js';

/** What somebody has let pass, with the reason. */
export interface AllowedFinding {
  readonly migration: string;
  readonly rule: RuleName;
  readonly reason: string;
}

/** A folder after its rules were asked. */
export interface CheckedFolder {
  /** Those that were looked at. */
  readonly migrations: readonly string[];
  readonly allowed: readonly AllowedFinding[];
  /** What the database is after all of them; undefined where they do not fit together. */
  readonly state: DatabaseShape | undefined;
}

/** Asks every rule about the migrations of a folder. `base`: the names that are left out. */
export function checkFolder(
  { connection, migrations, alteration }: MigrationReading,
  dialect: ScriptDialect,
  base: ReadonlySet<string> | undefined,
  { migrations: { rules } }: Config,
  reporter: Reporter,
): CheckedFolder {
  const isNew = ({ name }: RunnableMigration): boolean => base?.has(name) !== true;
  const conflicts = conflictsOf(connection.name, migrations);
  const broken = conflicts.find(({ fits }) => !fits)?.migration;
  const newestOfBase = base && migrations.findLast((migration) => !isNew(migration))?.name;
  const allowed: AllowedFinding[] = [];
  let state = emptyDatabase(connection.name);
  let triggers: readonly Trigger[] = [];
  for (const migration of migrations) {
    const own = conflicts.filter((conflict) => conflict.migration === migration);
    if (migration === broken) {
      const up = readAnnotated(migration.up.source.text, dialect);
      for (const conflict of own)
        report(migration, conflictFinding(conflict, { up }), conflictPlace(conflict, migrations, dialect));
      break;
    }
    const after = applyChanges(state, migration.changes);
    if (isNew(migration)) {
      const checked = checkedOf(migration, after);
      const found: readonly Finding[] = [
        ...own.map((conflict) => conflictFinding(conflict, checked)),
        ...findingsOf(checked),
        ...(newestOfBase !== undefined && migration.name < newestOfBase ? [outOfOrder(newestOfBase)] : []),
      ];
      const asked = found.filter(({ rule }) => rules[rule] !== 'off');
      const { findings, allowed: passed, problems } = applyAllows(asked, checked.up);
      for (const finding of findings) {
        const conflict = own.find(({ message }) => finding.rule === 'conflict' && message === finding.message);
        report(migration, finding, conflict && conflictPlace(conflict, migrations, dialect));
      }
      allowed.push(...passed.map(({ finding, reason }) => ({ migration: migration.name, rule: finding.rule, reason })));
      for (const { code, message, help, directive } of problems) {
        // A rule that is off has nothing to allow, and may be on again tomorrow.
        if (code === 'migration/idle-allow' && found.length > asked.length) continue;
        const details = { code, message, help, span: span(migration.up.source, directive.start, directive.end) };
        if (code === 'migration/idle-allow') reporter.warning(details);
        else reporter.error(details);
      }
    }
    triggers = triggersAfter(triggers, readAnnotated(migration.up.source.text, dialect), migration.changes, dialect);
    state = after;
  }

  function checkedOf(migration: RunnableMigration, after: DatabaseShape): CheckedMigration {
    const { up, down } = migration;
    const texts = { up: up.source.text, down: down.source.text };
    return checkedMigration({ migration, ...texts, before: state, after, triggers }, alteration, dialect);
  }

  function report(migration: RunnableMigration, finding: Finding, related?: DiagnosticDetails['related']): void {
    const level = rules[finding.rule];
    if (level === 'off') return;
    reporter.add({
      severity: level,
      code: `migration/${finding.rule}`,
      message: finding.message,
      span: placeOf(migration, finding),
      help: [finding.help, allowLine(finding)].filter((line) => line !== undefined).join('\n'),
      related,
    });
  }

  return {
    migrations: migrations.filter(isNew).map(({ name }) => name),
    allowed,
    state: broken === undefined ? state : undefined,
  };
}

const outOfOrder = (newest: string): Finding => ({
  rule: 'out-of-order',
  message: `the migration is older than ${quoted(newest)}, which others may have run already`,
  help: 'that is no problem as long as the two change different things: "orm migration:migrate" runs what has not run, whatever its age',
});

/** Where a finding is shown. */
function placeOf({ up, down }: RunnableMigration, { rule, statement, range }: Finding): Span {
  if (range !== undefined) return span(up.source, range.start, range.end);
  if (statement !== undefined) return firstLine(up.source, statement);
  return startOf(rule === 'no-down' && down.source.text !== '' ? down.source : up.source);
}

const startOf = (source: Source): Span => span(source, 0, Math.max(source.text.search(/\r|\n|$/), 0));

function allowLine({ rule, statement }: Finding): string | undefined {
  if (rule === 'unknown-change') return undefined;
  const where = statement === undefined ? 'in up.sql' : 'above it';
  return `to let it pass, write ${where}: -- orm: allow ${rule}: <reason>`;
}

function conflictFinding({ change, message, fits, other }: Conflict, migration: Pick<CheckedMigration, 'up'>): Finding {
  const way =
    other === undefined
      ? 'a migration before it is missing, or was changed: restore it from version control'
      : 'remove the one that ran nowhere yet, and run "orm migration:diff" again: it writes what is left to do';
  const help = fits ? `${way}\nelse they fail on a database on which the newer one ran first` : way;
  return { rule: 'conflict', message, help, statement: change && statementOf(migration, change) };
}

/** The file of the other migration. */
function conflictPlace(
  { other, otherChange }: Conflict,
  migrations: readonly RunnableMigration[],
  dialect: ScriptDialect,
): DiagnosticDetails['related'] {
  const migration = migrations.find((each) => each === other);
  if (migration === undefined) return undefined;
  const { source } = migration.up;
  const up = readAnnotated(source.text, dialect);
  const statement = otherChange && statementOf({ up }, otherChange);
  const at = statement === undefined ? startOf(source) : firstLine(source, statement);
  return { message: `and ${printable(migration.name)} does this`, span: at };
}
