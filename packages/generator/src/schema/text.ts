import { BEHAVIORS } from '../behaviors/registry.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/source.js';
import type { Database } from '../model/model.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { checkDocument } from './check.js';
import type { Element } from './element.js';
import { Flaws } from './flaws.js';
import { buildModels, type ModelsOptions } from './models.js';
import { parseXml } from './xml.js';

/** What a model depends on besides its schema. */
export interface ModelSettings {
  /** The name of the connection that its database must have. */
  readonly connection: string;
  readonly platform: Platform;
  readonly platformOptions: PlatformOptions;
  readonly tablePrefix: string;
  readonly names: ModelsOptions['names'];
  /** Judges what is to be made of the model besides SQL. */
  readonly checkTargets?: ModelsOptions['checkTargets'];
}

/** One schema file in memory, and what its model depends on besides it. */
export interface SchemaText extends ModelSettings {
  readonly source: Source;
}

/** What the front end made of a text. The model is to be used only when there was no error. */
export interface BuiltText {
  /** The whole tree, with what was refused in it. */
  readonly root: Element;
  readonly database: Database | undefined;
}

/** The whole way of a schema through the front end without files. Diagnostics go to the reporter. */
export function buildText(text: SchemaText, reporter: Reporter): BuiltText | undefined {
  const parsed = parseXml(text.source, reporter);
  return parsed && buildElements(parsed, text, reporter);
}

/** The same for a tree that somebody has. */
export function buildElements(parsed: Element, text: ModelSettings, reporter: Reporter): BuiltText | undefined {
  const flaws = new Flaws();
  const root = checkDocument(parsed, reporter, flaws);
  if (!root) return undefined;
  const database = root.attributes['name'] ?? '';
  const models = buildModels(
    { documents: [{ root, database, referenceOnly: false }], flaws, complete: true },
    {
      platforms: new Map([[text.connection, text.platform]]),
      platformOptions: text.platformOptions,
      tablePrefix: text.tablePrefix,
      behaviors: BEHAVIORS,
      configurationName: 'the configuration',
      names: text.names,
      ...(text.checkTargets === undefined ? {} : { checkTargets: text.checkTargets }),
    },
    reporter,
  );
  return { root: parsed, database: models[0]?.database };
}
