import type { BehaviorRegistry } from '../behaviors/behavior.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { suggestion } from '../diagnostics/suggest.js';
import type { Complain } from '../model/complaint.js';
import { admit } from '../model/gate.js';
import type { Database } from '../model/model.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { expressionProblem } from '../platforms/sql-expression.js';
import { Once } from './build/context.js';
import { buildDatabase } from './build/database.js';
import { databaseDefaults } from './build/defaults.js';
import { complainTo } from './complaints.js';
import { attributeSpan, type Element } from './element.js';
import type { LoadedSchemas, SchemaDocument } from './load.js';

export interface ModelsOptions {
  /** The platform of each configured connection. */
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly platformOptions: PlatformOptions;
  readonly tablePrefix: string;
  readonly behaviors: BehaviorRegistry;
  /** Where connections are configured, for the message about one that is not. */
  readonly configurationName: string;
}

/** One database of the schema and the vendor it is for. */
export interface BuiltModel {
  readonly database: Database;
  readonly platform: Platform;
}

/**
 * The models of all databases that the files describe, checked for their vendors. Files with the same database name
 * make one model. Complaints go to the reporter; what is returned is to be used only when it has no errors.
 */
export function buildModels(
  { documents, complete }: LoadedSchemas,
  options: ModelsOptions,
  reporter: Reporter,
): readonly BuiltModel[] {
  const once = new Once();
  const groups = new Map<string, SchemaDocument[]>();
  for (const document of documents) {
    const group = groups.get(document.database);
    if (group) group.push(document);
    else groups.set(document.database, [document]);
  }
  const complain = complainTo(reporter);
  const models: BuiltModel[] = [];
  for (const [name, group] of groups) {
    const platform = options.platforms.get(name);
    if (!platform) {
      // A missing name was complained about when the file was read.
      if (name.trim() !== '') unknownConnection(name, group[0], options, reporter);
      continue;
    }
    const errors = reporter.errorCount;
    const context = {
      options: {
        tablePrefix: options.tablePrefix,
        behaviors: options.behaviors,
        adapter: platform.adapter,
        identifierLimit: platform.identifierLimit,
        script: platform.script,
        schemas: platform.schemas,
        indexNamesPerSchema: platform.indexNamesPerSchema,
      },
      reporter,
      once,
      complained: new Set<Element>(),
      unbuilt: unbuiltNames(group),
      allTablesKnown: complete,
      allKeysKnown: true,
    };
    const defaults = group.map((document) => databaseDefaults(document, options.tablePrefix));
    const database = buildDatabase(context, name, defaults);
    const whole = complete && group.every((document) => document.broken.size === 0);
    if (whole && reporter.errorCount === errors) passGate(database, platform, complain);
    if (whole && reporter.errorCount === errors) platform.check(database, complain, options.platformOptions);
    models.push({ database, platform });
  }
  once.report(reporter);
  return models;
}

/** No back end sees a text that it cannot print. What is refused here has no better message of its own. */
function passGate(database: Database, { script }: Platform, complain: Complain): void {
  const isExpression = (sql: string): boolean => expressionProblem(sql, script) === undefined;
  admit(database, isExpression, ({ origin, field, text, form }) =>
    complain({
      severity: 'error',
      code: form.code,
      origin,
      attribute: field,
      message: `${quoted(text)} (${field}) cannot be ${form.what}`,
      help: form.help,
      relation: field.startsWith('refPhpName') ? 'reverse' : undefined,
    }),
  );
}

/** Names of the tables whose XML was complained about: others may refer to them without another complaint. */
function unbuiltNames(group: readonly SchemaDocument[]): Set<string> {
  return new Set(group.flatMap(({ broken }) => [...broken].map((element) => element.attributes['name'] ?? '')));
}

function unknownConnection(
  name: string,
  document: SchemaDocument | undefined,
  options: ModelsOptions,
  reporter: Reporter,
): void {
  reporter.error({
    code: 'schema/unknown-connection',
    message: `no connection named ${quoted(name)} in ${options.configurationName}`,
    span: document && attributeSpan(document.root, 'name'),
    help: [
      suggestion(name, options.platforms.keys()),
      `the name of a <database> is the name of its connection: rename it, or add database.connections.${name}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  });
}
