import type { BehaviorRegistry } from '../behaviors/behavior.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import { quoted } from '../diagnostics/printable.js';
import { suggestion } from '../diagnostics/suggest.js';
import { admit, DATABASE, type Shape } from '../model/gate.js';
import type { Database, Table } from '../model/model.js';
import type { Report } from '../model/model-diagnostic.js';
import type { NameRules } from '../model/name-rules.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { expressionProblem, statementProblem } from '../platforms/sql-expression.js';
import { Once } from './build/context.js';
import { buildDatabase } from './build/database.js';
import { databaseDefaults } from './build/defaults.js';
import { Doubts } from './build/doubts.js';
import { attributeSpan, type Element } from './element.js';
import type { LoadedSchemas, SchemaDocument } from './load.js';
import { reportCertain, reportSound } from './model-diagnostics.js';

export interface ModelsOptions {
  /** The platform of each configured connection. */
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly platformOptions: PlatformOptions;
  readonly tablePrefix: string;
  readonly behaviors: BehaviorRegistry;
  /** Where connections are configured, for the message about one that is not. */
  readonly configurationName: string;
  /** What the languages that classes are made in ask of names. */
  readonly names: readonly NameRules[];
  /** Judges what is to be made of the models besides SQL. */
  readonly checkTargets?: (models: readonly BuiltModel[], report: Report) => void;
}

/** One database of the schema and the vendor it is for. */
export interface BuiltModel {
  readonly database: Database;
  readonly platform: Platform;
}

/**
 * The models of all databases that the files describe, checked for their vendors and for what is made of them. Files
 * with the same database name make one model. Everything that is wrong goes to the reporter in one run, without what only
 * follows from something else; what is returned is to be used only when it has no errors.
 */
export function buildModels(schemas: LoadedSchemas, options: ModelsOptions, reporter: Reporter): readonly BuiltModel[] {
  const once = new Once();
  const doubts = new Doubts();
  const models: BuiltModel[] = [];
  for (const [name, group] of grouped(schemas.documents, options, reporter)) {
    const platform = options.platforms.get(name);
    if (!platform) continue;
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
      reported: new Set<Element>(),
      flaws: schemas.flaws,
      doubts,
      types: [],
      unbuilt: new Set<string>(),
      allTablesKnown: schemas.complete,
    };
    const defaults = group.map((document) => databaseDefaults(document, options.tablePrefix));
    const database = buildDatabase(context, name, defaults);
    const named = { database, unbuiltColumns: (table: Table) => doubts.unbuiltColumns(table.origin) };
    for (const { check } of options.names) check(named, reportCertain(reporter, doubts));
    models.push({ database, platform });
  }
  for (const model of models) {
    for (const rules of [...options.names.map(({ forms }) => forms), DATABASE]) {
      passGate(model, rules, reporter, doubts);
    }
  }
  for (const { database, platform } of models) {
    platform.check(database, reportSound(reporter, doubts, true), options.platformOptions);
  }
  options.checkTargets?.(models, reportSound(reporter, doubts, false));
  once.report(reporter);
  return models;
}

/**
 * The files by the connection they are for. One whose connection is not known is read for the only one there is: what else
 * is wrong in it does not depend on the name.
 */
function grouped(
  documents: readonly SchemaDocument[],
  options: ModelsOptions,
  reporter: Reporter,
): ReadonlyMap<string, readonly SchemaDocument[]> {
  const [only, second] = options.platforms.keys();
  const groups = new Map<string, SchemaDocument[]>();
  const refused = new Set<string>();
  for (const document of documents) {
    const { database } = document;
    const isKnown = options.platforms.has(database);
    // A missing name was an error when the file was read.
    if (!isKnown && database !== '' && !refused.has(database)) {
      refused.add(database);
      unknownConnection(database, document, options, reporter);
    }
    const name = isKnown || only === undefined || second !== undefined ? database : only;
    const group = groups.get(name);
    if (group) group.push(document);
    else groups.set(name, [document]);
  }
  return groups;
}

/** No back end sees a text that it cannot print. What is refused here has no better message of its own. */
function passGate(
  { database, platform: { script } }: BuiltModel,
  rules: Shape,
  reporter: Reporter,
  doubts: Doubts,
): void {
  const checks = {
    isExpression: (sql: string): boolean => expressionProblem(sql, script) === undefined,
    isStatement: (sql: string): boolean => statementProblem(sql, script) === undefined,
  };
  const report = reportSound(reporter, doubts, false);
  const isRefused = reporter.hasErrors ? refusedTexts(reporter) : undefined;
  admit(database, rules, checks, ({ origin, field, text, form }) => {
    if (isRefused?.(text) === true) return;
    const attribute = WRITTEN[field] ?? field;
    report({
      severity: 'error',
      code: form.code,
      origin,
      attribute,
      message: `${quoted(text)} (${attribute}) cannot be ${form.what}`,
      help: form.help,
      relation: attribute.startsWith('refPhpName') ? 'reverse' : undefined,
    });
  });
}

/** What the schema calls a field of the model, where that is another word. */
const WRITTEN: Readonly<Record<string, string>> = {
  className: 'phpName',
  memberName: 'phpName',
  memberNameSingular: 'phpSingularName',
  relationName: 'phpName',
  relationNamePlural: 'phpName',
  backName: 'refPhpName',
  backNamePlural: 'refPhpNamePlural',
};

/**
 * Whether errors point at a text. One that a table has from its database, as the beginning of its namespace too, is
 * refused there, and only there.
 */
function refusedTexts({ diagnostics }: Reporter): (text: string) => boolean {
  const texts = new Set<string>();
  const namespaces: string[] = [];
  for (const { code, span } of diagnostics) {
    if (!span) continue;
    const text = span.source.text.slice(span.start, span.end);
    texts.add(text);
    if (code === 'schema/namespace') namespaces.push(`${text.replace(/^\\|\\$/g, '')}\\`);
  }
  return (text) => texts.has(text) || namespaces.some((namespace) => `${text}\\`.startsWith(namespace));
}

function unknownConnection(name: string, document: SchemaDocument, options: ModelsOptions, reporter: Reporter): void {
  reporter.error({
    code: 'schema/unknown-connection',
    message: `no connection named ${quoted(name)} in ${options.configurationName}`,
    span: attributeSpan(document.root, 'name'),
    help: [
      suggestion(name, options.platforms.keys()),
      `the name of a <database> is the name of its connection: rename it, or add database.connections.${name}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  });
}
