import { randomBytes } from 'node:crypto';
import { compareShapes } from '../../changes/compare.js';
import type { Config } from '../../config/config.js';
import { failure } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import { emptyDatabase } from '../../migrations/history.js';
import { planChanges } from '../../migrations/plan.js';
import { type DatabaseConnection, DatabaseError } from '../../platforms/connection.js';
import type { DatabaseShape } from '../../platforms/shape.js';
import type { LiveShape } from '../../reverse/settled.js';
import { openDatabase } from '../connecting.js';
import { shownStatement } from '../insert/refused-statement.js';
import { withoutPassword } from '../insert/scrub.js';
import type { MigrationPlan } from './folder.js';
import type { MigrationSession } from './session.js';

/** A connection on whose server a database can be made. */
interface Builder extends Pick<MigrationSession, 'settings' | 'database'> {
  readonly plan: Pick<MigrationPlan, 'access' | 'migrating' | 'alteration'> & {
    readonly connection: Pick<MigrationPlan['connection'], 'name'>;
  };
}

/** Builds a state in an empty database of its own on the same server, and reads it there. The database goes again. */
export async function builtShape(
  { plan, settings, database }: Builder,
  state: DatabaseShape,
  { root }: Pick<Config, 'root'>,
  read: (connection: DatabaseConnection) => Promise<LiveShape>,
): Promise<LiveShape> {
  const { scratch } = plan.migrating;
  if (scratch === undefined) {
    throw failure({
      code: 'migration/exact',
      message: `--exact cannot be used with ${quoted(plan.connection.name)}: databases of this vendor cannot be read yet`,
    });
  }
  const name = `orm_exact_${randomBytes(6).toString('hex')}`;
  try {
    for (const sql of await scratch.create(database, name)) await database.execute(sql);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw failure({
      code: 'migration/exact',
      message: `--exact needs an empty database beside ${quoted(plan.connection.name)}: ${withoutPassword(error.message, settings)}`,
      help: 'give the user the right to create databases, or leave --exact out: then expressions are compared as far as two texts can tell',
    });
  }
  try {
    const other = await openDatabase(plan, scratch.settings(settings, name), root);
    try {
      await build({ plan, settings, database: other }, state);
      return atHome(await read(other), name, settings.database);
    } finally {
      await other.close().catch(() => undefined);
    }
  } finally {
    for (const sql of scratch.drop(name)) await database.execute(sql).catch(() => undefined);
  }
}

/** MySQL and MariaDB print a view with the name of its database. */
const atHome = (live: LiveShape, name: string, own: string | undefined): LiveShape => ({
  ...live,
  views: new Map([...live.views].map(([view, sql]) => [view, own === undefined ? sql : sql?.replaceAll(name, own)])),
});

async function build({ plan, settings, database }: Builder, state: DatabaseShape): Promise<void> {
  const empty = emptyDatabase(state.name);
  const { abilities, alter } = plan.alteration;
  for (const operation of planChanges(empty, compareShapes(empty, state), abilities)) {
    for (const sql of alter(operation)) {
      await database.execute(sql).catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        throw failure({
          code: 'migration/exact',
          message: `--exact cannot build what the migrations make in an empty database: ${withoutPassword(error.message, settings)}`,
          help: [
            ...shownStatement(sql),
            'the migrations need something that they do not make, such as a function: leave --exact out',
          ].join('\n'),
        });
      });
    }
  }
}
