import { tsKey, tsString } from '../../languages/typescript/literal.js';
import type { ListStatements } from '../../plan/lists.js';
import type { TableStatements } from '../../plan/table.js';
import type { TsFile } from './file.js';
import { vendorModule } from './value.js';

const strings = (texts: readonly string[]): string => `[${texts.map(tsString).join(', ')}]`;

/** `list` of a table map: what the runtime has to know of the lists of a table. */
export function listLines({ lists, adapter }: TableStatements, file: TsFile): readonly string[] {
  if (lists === undefined) return [];
  return [
    '  list: {',
    `    locks: ${file.use(vendorModule(adapter), `${adapter}Locks`)},`,
    ...settings(lists).map(([name, source]) => `    ${name}: ${source},`),
    '    statements: {',
    ...[...lists.statements].map(([name, steps]) => {
      const written = steps.map(({ parts, values }) => `{ parts: ${strings(parts)}, values: ${strings(values)} }`);
      return `      ${tsKey(name)}: [${written.join(', ')}],`;
    }),
    '    },',
    '  },',
  ];
}

const settings = (lists: ListStatements): readonly (readonly [name: string, source: string])[] => [
  ['rank', String(lists.rank)],
  ['scope', `[${lists.scope.join(', ')}]`],
  ['required', String(lists.required)],
  ['exact', String(lists.exact)],
  ['fixed', String(lists.fixed)],
  ['header', String(lists.header)],
  ['unique', String(lists.unique)],
  ['phased', String(lists.phased)],
  ['conditions', `[${lists.conditions.map(strings).join(', ')}]`],
  ['rows', tsString(lists.rows)],
  ['underLock', strings(lists.underLock)],
  ['keyed', tsString(lists.keyed)],
  ['arrange', strings(lists.arrange)],
];
