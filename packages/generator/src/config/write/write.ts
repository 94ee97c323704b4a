import type { Format } from '../formats/format.js';
import { writeIni } from './ini.js';
import { writeJson } from './json.js';
import { writePhp } from './php.js';
import type { ConfigGroup } from './tree.js';
import { writeXml } from './xml.js';
import { writeYaml } from './yaml.js';

/** The formats that `writeConfig` knows, each with the extension of its file. */
export const FORMATS: readonly Format[] = ['yaml', 'php', 'json', 'ini', 'xml'];

/**
 * A configuration as the text of a file: what a person would write, and what `config/formats` reads back exactly.
 * `description` is the path of the JSON Schema, for the formats whose editors look for one. Throws `Unwritable`.
 */
export function writeConfig(format: Format, root: ConfigGroup, description?: string): string {
  switch (format) {
    case 'yaml':
      return writeYaml(root, description);
    case 'json':
      return writeJson(root, description);
    case 'php':
      return writePhp(root);
    case 'ini':
      return writeIni(root);
    case 'xml':
      return writeXml(root);
  }
}
