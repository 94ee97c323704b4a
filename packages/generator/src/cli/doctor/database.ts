import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticError } from '../../diagnostics/diagnostic.js';
import { printable, quoted } from '../../diagnostics/printable.js';
import { DatabaseError } from '../../platforms/connection.js';
import { canIntrospect } from '../../platforms/introspections.js';
import { compareDatabase } from '../../reverse/database.js';
import type { SchemaDifference } from '../../reverse/differences.js';
import { isOther, shownDifference } from '../../reverse/shown-difference.js';
import type { BuiltModel } from '../../schema/models.js';
import type { Project } from '../../schema/project.js';
import { withoutPassword } from '../insert/scrub.js';
import { counted } from '../summary.js';
import { type Finding, notChecked, ok, problem, warning } from './finding.js';
import { TookTooLong } from './patience.js';
import type { Check, Subject } from './subject.js';
import type { TriedConnection } from './trial.js';

/** Whether the databases are as the schema says. */
export const databaseCheck: Check = { title: 'Schema against database', find: databaseFindings };

/** More of a database nobody reads at once; programs do. */
const MOST = 5;
/** A catalog is many statements; each of them alone would be in time. */
const READINGS = 4;

async function databaseFindings(subject: Subject): Promise<readonly Finding[]> {
  const project = subject.project.value;
  if (project === undefined) return [];
  const tried = await subject.tried();
  const found = await Promise.all(
    project.models.map(async (model) => {
      const own = tried.find(({ connection }) => connection.name === model.database.name);
      return own === undefined ? [] : await compared(subject, project, model, own);
    }),
  );
  return found.flat();
}

async function compared(
  { config, context, patience }: Subject,
  { platformOptions }: Project,
  { database: model }: BuiltModel,
  tried: TriedConnection,
): Promise<readonly Finding[]> {
  const name = quoted(model.name);
  if (tried.open === undefined) return [notChecked(`${name}, which could not be reached`)];
  const { database, settings } = tried.open;
  const wait = async (work: Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
    try {
      return await patience.wait(work, undefined, patience.milliseconds * READINGS);
    } catch (error) {
      if (error instanceof TookTooLong) return [notChecked(`${name}: its catalog took too long to read`)];
      if (error instanceof DiagnosticError) return [notChecked(`${name}: ${error.message}`)];
      if (!(error instanceof DatabaseError)) throw error;
      return [notChecked(`${name}: ${printable(withoutPassword(error.message, settings))}`)];
    }
  };
  const exclude = [...(config.value?.excludeTables ?? []), config.value?.migrations.tableName ?? ''];
  const onStep = (): void => context.terminal.progress.update(`comparing ${name} with the schema`);
  const work = compareDatabase(database, settings, model, { exclude, platformOptions, onStep });
  const most = context.terminal.json ? Infinity : MOST;
  const found = await wait(
    work.then(({ differences }) => differenceFindings(name, model.tables.length, differences, most)),
  );
  if (config.value === undefined || !canIntrospect(settings.adapter)) return found;
  if (!existsSync(join(config.value.paths.migrationDir, model.name))) return found;
  const { migrationFindings } = await import('./migrations.js');
  return [...found, ...(await wait(migrationFindings(tried, config.value, context.cwd)))];
}

function differenceFindings(
  name: string,
  tables: number,
  differences: readonly SchemaDifference[],
  most: number,
): readonly Finding[] {
  const isTable = (difference: SchemaDifference, status: SchemaDifference['status']): boolean =>
    difference.kind === 'table' && difference.status === status;
  const others = differences.filter((difference) => isTable(difference, 'extra')).length;
  const otherTypes = differences.filter((difference) => isOther(difference)).length - others;
  const wrong = differences.filter((difference) => !isOther(difference));
  const counts = [
    ...(others === 0 ? [] : [counted(others, 'other table')]),
    ...(otherTypes === 0 ? [] : [counted(otherTypes, 'other type')]),
  ];
  const more = counts.length === 0 ? '' : `; ${counts.join(' and ')} there`;
  if (wrong.length === 0) return [ok(`${name} is as the schema says${more}`)];
  const missing = wrong.filter((difference) => isTable(difference, 'missing')).length;
  if (missing === tables) {
    return [warning(`${name} has none of the tables of the schema${more}`, 'orm sql:build, then: orm sql:insert')];
  }
  const shown = wrong.slice(0, most).map((difference, i) => {
    const make = isSevere(difference) ? problem : warning;
    return make(`${name}: ${shownDifference(difference)}`, ...(i === 0 ? [ADVICE] : []));
  });
  const left = wrong.slice(most);
  if (left.length === 0) return shown;
  return [
    ...shown,
    (left.some(isSevere) ? problem : warning)(`${name}: … and ${counted(left.length, 'difference')} more`),
  ];
}

/** What generated classes would stumble over. */
const isSevere = ({ kind, status }: SchemaDifference): boolean =>
  (status === 'missing' && (kind === 'table' || kind === 'column')) ||
  (status === 'different' && (kind === 'type' || kind === 'enum type'));

const ADVICE =
  'change the tables with a migration ("orm migration:diff"), or let orm sql:build and orm sql:insert create them anew, without their rows; "orm database:reverse --dry-run" shows what the database has';
