import { BEHAVIORS } from '../behaviors/registry.js';
import type { Reporter } from '../diagnostics/diagnostic.js';
import type { Source } from '../diagnostics/source.js';
import type { Database } from '../model/model.js';
import type { Platform, PlatformOptions } from '../platforms/platform.js';
import { checkDocument } from './check.js';
import type { Element } from './element.js';
import { buildModels } from './models.js';
import { parseXml } from './xml.js';

/** One schema file in memory, and what its model depends on besides it. */
export interface SchemaText {
  readonly source: Source;
  /** The name of the connection that its database must have. */
  readonly connection: string;
  readonly platform: Platform;
  readonly platformOptions: PlatformOptions;
  readonly tablePrefix: string;
}

/** What the front end made of a text. The model is to be used only when there was no error. */
export interface BuiltText {
  readonly root: Element;
  readonly database: Database | undefined;
}

/** The whole way of a schema through the front end without files. Complaints go to the reporter. */
export function buildText(text: SchemaText, reporter: Reporter): BuiltText | undefined {
  const root = parseXml(text.source, reporter);
  const broken = root && checkDocument(root, reporter);
  if (!broken) return undefined;
  const database = root.attributes['name'] ?? '';
  const models = buildModels(
    { documents: [{ root, broken, database, referenceOnly: false }], complete: true },
    {
      platforms: new Map([[text.connection, text.platform]]),
      platformOptions: text.platformOptions,
      tablePrefix: text.tablePrefix,
      behaviors: BEHAVIORS,
      configurationName: 'the configuration',
    },
    reporter,
  );
  return { root, database: models[0]?.database };
}
