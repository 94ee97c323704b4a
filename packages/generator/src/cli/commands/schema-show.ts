import { loadProject } from '../../schema/project.js';
import type { CommandOptions, Context, ExitCode } from '../command.js';
import { projectConfig } from '../project-config.js';
import { detail } from '../show/detail.js';
import { glance } from '../show/glance.js';
import { databaseDocument, describeProject, tablesNamed } from '../show/model.js';

/** `orm schema:show`: the model for people, in the terminal, as a picture or as a page. */
export async function run(context: Context, options: CommandOptions): Promise<ExitCode> {
  const { terminal } = context;
  const config = await projectConfig(context, options);
  const project = await loadProject(config, context.cwd, options.connection, context.reporter);
  const whole = options.json;
  const wanted = { classes: whole || options.argument !== undefined, sql: whole };
  const databases = await describeProject(config, project, wanted);
  context.showDiagnostics();

  const found = options.argument === undefined ? undefined : tablesNamed(databases, options.argument);
  if (found === undefined) {
    const blocks = databases.map((database) => glance(database, terminal.paint, terminal.columns));
    show(context, blocks);
    if (databases.some(({ tables }) => tables.length > 0)) {
      terminal.talk(terminal.talkPaint.dim('\n"orm schema:show <table>" shows one table'));
    }
  } else {
    show(
      context,
      found.map(({ table, database }) => detail(table, database, terminal.paint, terminal.columns)),
    );
  }
  const shown =
    found === undefined ? databases : found.map(({ database, table }) => ({ ...database, tables: [table] }));
  context.document({ databases: shown.map(databaseDocument) });
  return 0;
}

function show({ terminal }: Context, blocks: readonly (readonly string[])[]): void {
  for (const line of blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]))) terminal.result(line);
}
