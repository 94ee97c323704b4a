import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshDatabase } from '../../cli/support/database.js';
import { configuration, project } from '../../cli/support/project.js';
import { orm } from '../../support/orm-in-process.js';
import { compile, installPackages, runBuilt } from './support/ts-project.js';

const SCHEMA = `<database name="shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="20" required="true"/>
    <column name="email" type="VARCHAR" size="40"/>
    <column name="saves" type="INTEGER" required="true" defaultValue="0"/>
  </table>
  <table name="plain">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="20" required="true"/>
  </table>
</database>`;

const AUTHOR = `import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Unsaved } from '@ormgen/runtime';
import { AuthorBase, type AuthorInit, AuthorQueryBase } from './base/author.js';

export const heard: string[] = [];
export const will: { veto?: string; fail?: string; savesAgain?: boolean } = {};

export class Author extends AuthorBase {
  static override async preSave(author: Unsaved<AuthorInit>, con: Connection): Promise<boolean> {
    await sleep(1);
    if (author.email !== null) author.email = author.email?.toLowerCase() ?? null;
    author.saves = (author.saves ?? 0) + 1;
    return Author.#hears('preSave', con);
  }

  static override preInsert(author: Unsaved<AuthorInit>, con: Connection): boolean {
    author.name = author.name.trim();
    return Author.#hears('preInsert', con);
  }

  override async preUpdate(con: Connection): Promise<boolean> {
    // Nothing comes of it: what a hook sets here is written anyway.
    await this.save(con);
    return Author.#hears('preUpdate', con);
  }

  override preDelete(con: Connection): boolean {
    return Author.#hears('preDelete', con);
  }

  override async postSave(con: Connection): Promise<void> {
    Author.#hears(\`postSave \${String(this.id > 0)} \${String(this.isModified())}\`, con);
    if (will.savesAgain === true) {
      delete will.savesAgain;
      this.name += '!';
      await this.save();
    }
    await this.save(con);
  }

  override postInsert(con: Connection): void {
    Author.#hears('postInsert', con);
  }

  override postUpdate(con: Connection): void {
    Author.#hears('postUpdate', con);
  }

  override postDelete(con: Connection): void {
    Author.#hears('postDelete', con);
  }

  static #hears(hook: string, con: Connection): boolean {
    heard.push(con.inTransaction ? hook : \`\${hook} outside of a transaction\`);
    if (will.fail === hook.split(' ')[0]) throw new Error(\`\${hook} fails\`);
    return will.veto !== hook;
  }
}

export class AuthorQuery<R = Author> extends AuthorQueryBase<R> {}
`;

const APPLICATION = `import { subscribe } from 'node:diagnostics_channel';
import { transaction, VetoedError } from '@ormgen/runtime';
import { heard, will } from './models/author.js';
import { orm } from './models/config.js';
import { Author, AuthorQuery, Plain } from './models/index.js';

const said: unknown[] = [];
const hooks = (): string => heard.splice(0).join(', ');
const rows = async (): Promise<unknown[]> =>
  (await AuthorQuery.create().orderById().select('name', 'email', 'saves').find()).map((row) => Object.values(row));

// What hooks set before the write is in the row and in the object, and not in what the caller has given.
const given = { name: ' Jane ', email: 'Jane@Example.ORG' };
const jane = await Author.create(given);
said.push(hooks(), [jane.name, jane.email, jane.saves, given.name], await rows());

jane.email = 'J@Example.ORG';
await jane.save();
said.push(hooks(), await rows());

// Hooks are asked even if nothing was changed.
await jane.save();
said.push(hooks(), await rows());

// A hook behind the write may change the object and save it again.
will.savesAgain = true;
jane.email = null;
await jane.save();
said.push(hooks(), await rows());

// A veto leaves the row as it is, and what was set waits.
will.veto = 'preUpdate';
jane.name = 'Joan';
said.push((await jane.save()) === jane, hooks(), jane.isModified(), (await rows())[0]);
will.veto = 'preDelete';
await jane.delete();
said.push(hooks(), jane.isDeleted(), (await rows()).length);
will.veto = 'preInsert';
const draft = Author.draft({ name: ' Mary ', saves: 5 });
said.push(await draft.save().catch((error: unknown) => error instanceof VetoedError), hooks(), (await rows()).length);
delete will.veto;
const mary = await draft.save();
said.push(hooks(), [mary.name, mary.saves]);

// An error takes everything back, in a transaction of the caller's to where the save began.
will.fail = 'postSave';
await transaction(async () => {
  await AuthorQuery.create().filterById(mary.id).update({ email: 'kept' });
  await jane.save().catch((error: unknown) => said.push(error instanceof Error ? error.message : ''));
  await Author.create({ name: 'Lost' }).catch(() => undefined);
});
delete will.fail;
said.push(await rows(), jane.isModified(), jane.isNew());
hooks();

await jane.delete();
said.push(hooks(), jane.isDeleted(), (await rows()).length);

// A class without hooks pays nothing for them.
let statements = 0;
subscribe('ormgen:query', () => { statements += 1; });
const plain = await Plain.create({ name: 'a' });
plain.name = 'b';
await plain.save();
await plain.delete();
said.push(statements);

console.log(JSON.stringify(said));
await orm.close();
`;

const INSERTED = 'preSave, preInsert, postInsert, postSave true false';
const UPDATED = 'preSave, preUpdate, postUpdate, postSave true false';

describe.each(['sqlite', 'pgsql15', 'mariadb', 'mysql9'] as const)('hooks in TypeScript on %s', (engine) => {
  test('run around each write, and decide what is written', { timeout: 600_000 }, async (context) => {
    const { connection } = await freshDatabase(engine, context);
    const more = { generator: { targets: ['typescript'] }, paths: { tsDir: 'src/models' } };
    const cwd = project({ 'orm.json': configuration({ shop: connection }, more), 'schema.xml': SCHEMA });
    for (const command of ['sql:build', 'sql:insert', 'model:build', 'config:convert']) {
      expect(await orm(cwd, command)).toMatchObject({ code: 0 });
    }
    installPackages(cwd);
    writeFileSync(join(cwd, 'src/models/author.ts'), AUTHOR);
    writeFileSync(join(cwd, 'src/app.ts'), APPLICATION);
    expect(compile(cwd, 'src/app.ts')).toEqual([]);
    expect(await runBuilt(cwd, 'src/app.js')).toEqual([
      ...[INSERTED, ['Jane', 'jane@example.org', 1, ' Jane '], [['Jane', 'jane@example.org', 1]]],
      ...[UPDATED, [['Jane', 'j@example.org', 2]]],
      ...[UPDATED, [['Jane', 'j@example.org', 3]]],
      ...[`${UPDATED}, ${UPDATED}`, [['Jane!', null, 5]]],
      ...[true, 'preSave, preUpdate', true, ['Jane!', null, 5]],
      ...['preDelete', false, 1],
      ...[true, 'preSave, preInsert', 1],
      ...[INSERTED, ['Mary', 6]],
      'postSave true false fails',
      [
        ['Jane!', null, 5],
        ['Mary', 'kept', 6],
      ],
      ...[true, false],
      ...['preDelete, postDelete', true, 1],
      3,
    ]);
  });
});
