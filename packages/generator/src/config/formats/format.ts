import type { Reporter } from '../../diagnostics/diagnostic.js';
import type { Source } from '../../diagnostics/source.js';
import type { ConfigNode } from '../node.js';

/**
 * Reads one format. `text` is what the file holds; `source` is the same text with secrets hidden, at the same
 * offsets, and is what the spans refer to; `folder` is the absolute folder of the file. Mistakes are reported; a text
 * that cannot be read at all gives nothing.
 */
export type FormatReader = (text: string, source: Source, reporter: Reporter, folder: string) => ConfigNode | undefined;

export type Format = 'yaml' | 'json' | 'ini' | 'xml' | 'php';

/** File name extensions and their formats, in the order they are looked for. */
export const EXTENSIONS: Readonly<Record<string, Format>> = {
  yaml: 'yaml',
  yml: 'yaml',
  json: 'json',
  ini: 'ini',
  properties: 'ini',
  xml: 'xml',
  php: 'php',
  inc: 'php',
};

/** The format a file name stands for; a trailing `.dist` does not count. */
export function formatOf(fileName: string): Format | undefined {
  const extension = /\.([^./\\]+)$/.exec(fileName.replace(/\.dist$/i, ''))?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

/** Only the reader that is needed is loaded: the parsers are most of the time a small command takes to start. */
export async function loadReader(format: Format): Promise<FormatReader> {
  switch (format) {
    case 'yaml':
      return (await import('./yaml.js')).readYaml;
    case 'json':
      return (await import('./json.js')).readJson;
    case 'ini':
      return (await import('./ini.js')).readIni;
    case 'xml':
      return (await import('./xml.js')).readXml;
    case 'php':
      return (await import('./php.js')).readPhp;
  }
}
