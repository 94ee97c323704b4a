import type { Table } from '../../model/model.js';
import type { PlannedFile } from '../../output/file-plan.js';
import type { ClassPrinter } from '../target.js';
import { printBaseFile } from './base-file.js';
import { GENERATED_MARK, TsFile } from './file.js';
import { fileName, labelConstant, labelType } from './names.js';
import { hasRelations } from './relations/types.js';
import { printStubFile } from './stub-file.js';

export const typescriptClassPrinter: ClassPrinter = {
  print(databases, { generator: { typescript } }) {
    const { importExtension: extension } = typescript;
    const owned: PlannedFile[] = [];
    const stubs: PlannedFile[] = [];
    const tables: Table[] = [];
    for (const { database, statementsOf } of databases) {
      for (const table of database.tables) {
        if (table.internal) continue;
        const name = fileName(table);
        tables.push(table);
        const base = printBaseFile(table, statementsOf, database.name, extension, typescript);
        owned.push({ path: `base/${name}.ts`, content: base });
        stubs.push({ path: `${name}.ts`, content: printStubFile(table, extension) });
      }
    }
    return { owned: [...owned, { path: 'index.ts', content: indexFile(tables, extension) }], stubs };
  },
  layout: () => ({
    ending: '.ts',
    mark: GENERATED_MARK,
    isOurs: (path) => path.startsWith('base/') || path === 'index.ts',
    stubOf: (path) => /^base\/([^/]+)$/.exec(path)?.[1],
  }),
  afterwards: undefined,
};

/** Everything that an application imports. */
function indexFile(tables: readonly Table[], extension: string): string {
  const classes = new Set(tables.map(({ className }) => className));
  const lines = tables.flatMap((table) => {
    const labelled = table.columns.filter(({ valueSet }) => valueSet.length > 0);
    const draft = `${table.className}Draft`;
    const types = [
      ...(hasRelations(table) && !classes.has(draft) ? [draft] : []),
      ...labelled.map((column) => labelType(table, column)),
    ];
    const constants = labelled.map((column) => labelConstant(table, column));
    const name = fileName(table);
    return [
      `export type { ${[`${table.className}Init`, ...(hasRelations(table) ? [`${table.className}Relations`] : []), ...types].join(', ')} } from './base/${name}${extension}';`,
      ...(constants.length === 0 ? [] : [`export { ${constants.join(', ')} } from './base/${name}${extension}';`]),
      `export { ${table.className}, ${table.className}Query } from './${name}${extension}';`,
    ];
  });
  return new TsFile().print(lines);
}
