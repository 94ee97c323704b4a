import { furtherClasses } from '../../model/inheritance.js';
import type { Table } from '../../model/model.js';
import type { PlannedFile } from '../../output/file-plan.js';
import { once } from '../../plan/once.js';
import type { ClassPrinter } from '../target.js';
import { baseColumns, printBaseFile } from './base-file.js';
import { GENERATED_MARK, TsFile } from './file.js';
import { printInheritedFile } from './inheritance.js';
import { lazyLast } from './lazy.js';
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
      const planned = once((table: Table) => lazyLast(statementsOf(table)));
      for (const table of database.tables) {
        if (table.internal) continue;
        const name = fileName(table);
        tables.push(table);
        const base = printBaseFile(table, planned, database.name, extension, typescript);
        owned.push({ path: `base/${name}.ts`, content: base });
        stubs.push({ path: `${name}.ts`, content: printStubFile(table, extension) });
        for (const child of furtherClasses(table)) {
          const columns = baseColumns(planned(table), new TsFile(), typescript);
          const content = printInheritedFile(table, child, columns, extension);
          owned.push({ path: `base/${fileName(child)}.ts`, content });
          stubs.push({ path: `${fileName(child)}.ts`, content: printStubFile(table, extension, child) });
        }
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
      ...(table.readOnly ? [] : [`${table.className}Init`]),
      ...(hasRelations(table) ? [`${table.className}Relations`] : []),
      ...(hasRelations(table) && !table.readOnly && !classes.has(draft) ? [draft] : []),
      ...labelled.map((column) => labelType(table, column)),
    ];
    const constants = labelled.map((column) => labelConstant(table, column));
    const name = fileName(table);
    return [
      ...(types.length === 0 ? [] : [`export type { ${types.join(', ')} } from './base/${name}${extension}';`]),
      ...(constants.length === 0 ? [] : [`export { ${constants.join(', ')} } from './base/${name}${extension}';`]),
      ...[table, ...furtherClasses(table)].map(
        (each) => `export { ${each.className}, ${each.className}Query } from './${fileName(each)}${extension}';`,
      ),
    ];
  });
  return new TsFile().print(lines);
}
