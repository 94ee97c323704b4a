import { resolve } from 'node:path';
import { loadProject } from '../../schema/project.js';
import { neighbourhood } from '../../targets/diagram/describe.js';
import type { DatabaseView } from '../../targets/diagram/view.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { detail } from '../show/detail.js';
import { glance } from '../show/glance.js';
import { databaseDocument, describeProject, type FoundTable, tablesNamed } from '../show/model.js';
import { chosenFormat, pictureText, refuseTooMany, writePicture } from '../show/picture.js';
import { counted } from '../summary.js';

/** Laying out more takes more than a second. */
const MANY_TABLES = 150;

/** `orm schema:show`: the model for people, in the terminal, as a picture or as a page. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const format = chosenFormat(options);
  const config = await projectConfig(context, options);
  const inputs = config.sources.map(({ path }) => resolve(context.cwd, path));
  const project = await loadProject(config, context.cwd, options.connection, context.reporter, {
    onFile: (path) => inputs.push(path),
  });
  const whole = format === 'html' || (format === undefined && options.json);
  if (options.argument === undefined) refuseTooMany(format, project.models);
  const isDetail = format === undefined && options.argument !== undefined;
  const databases = await describeProject(config, project, { classes: whole || isDetail, sql: whole });
  const found = options.argument === undefined ? undefined : tablesNamed(databases, options.argument);
  context.showDiagnostics();

  if (format === undefined) {
    if (found === undefined) showAll(context, databases);
    else showTables(context, found);
    const shown = found?.map(({ database, table }) => ({ ...database, tables: [table] })) ?? databases;
    context.document({ databases: shown.map(databaseDocument) });
    return 0;
  }
  const drawn = found?.map(({ database, table }) => neighbourhood(database, table.id)) ?? databases;
  const title = config.project ?? databases.map(({ name }) => name).join(', ');
  const tables = drawn.reduce((sum, database) => sum + database.tables.length, 0);
  context.terminal.progress.update(`drawing ${counted(tables, 'table')}`, tables > MANY_TABLES);
  const text = await pictureText(format, drawn, context, { title, root: config.root });
  if (options.output === undefined) {
    context.terminal.write(text);
    return 0;
  }
  const file = writePicture(text, options, { cwd: context.cwd, root: config.root, inputs });
  const size = `${Math.ceil(Buffer.byteLength(text) / 1000)} kB`;
  context.terminal.result(`${file.status}: ${file.path} (${counted(tables, 'table')}, ${size})`);
  context.document({ format, files: [file] });
  return 0;
}

function showAll(context: Context, databases: readonly DatabaseView[]): void {
  const { terminal } = context;
  print(
    context,
    databases.map((database) => glance(database, terminal.paint, terminal.columns)),
  );
  if (databases.every(({ tables }) => tables.length === 0)) return;
  terminal.talk(`\n${terminal.talkPaint.dim('"orm schema:show <table>" shows one table')}`);
}

function showTables(context: Context, found: readonly FoundTable[]): void {
  const { paint, columns } = context.terminal;
  print(
    context,
    found.map(({ table, database }) => detail(table, database, paint, columns)),
  );
}

function print({ terminal }: Context, blocks: readonly (readonly string[])[]): void {
  for (const line of blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]))) terminal.result(line);
}
