import { tsKey } from '../../languages/typescript/literal.js';
import type { PlannedColumn, TableStatements } from '../../plan/table.js';
import type { BaseColumn } from './base-column.js';
import type { TsFile } from './file.js';
import { RUNTIME } from './names.js';

/** The same statements with lazy columns at the end, so that a row has its cells where their columns are. */
export function lazyLast(statements: TableStatements): TableStatements {
  const { columns, generated, lists } = statements;
  if (!columns.some(isLazy)) return statements;
  const ordered = [...columns.filter((each) => !isLazy(each)), ...columns.filter(isLazy)];
  const moved = new Map(ordered.map((each, position) => [each.position, { ...each, position }]));
  const to = (position: number): number => moved.get(position)?.position ?? position;
  const next = [...moved.values()];
  const made = generated && moved.get(generated.column.position);
  return {
    ...statements,
    columns: next,
    byColumn: new Map(next.map((each) => [each.column, each])),
    generated: generated && made && { ...generated, column: made },
    lists: lists && { ...lists, rank: to(lists.rank), scope: lists.scope.map(to) },
  };
}

export const isLazy = ({ column }: PlannedColumn): boolean => column.lazyLoad;

/** What lazy columns are when they are selected. */
export const lazyType = (columns: readonly BaseColumn[]): string => {
  const lazy = columns.filter(isLazy);
  return lazy.length === 0
    ? ''
    : ` & { ${lazy.map(({ property, type }) => `${tsKey(property)}: ${type}`).join('; ')} }`;
};

/** A property that is undefined until the value was read or set, and what reads it. */
export function lazyMembers(columns: readonly BaseColumn[], file: TsFile, isReadOnly: boolean): readonly string[] {
  return columns.filter(isLazy).flatMap(({ property, type, position, column }) => {
    const setter = [
      '',
      `  set ${tsKey(property)}(value: ${type}) {`,
      `    this.$setLazy(${String(position)}, value);`,
      '  }',
    ];
    return [
      '',
      `  /** Undefined as long as it was ${column.generated === undefined ? 'neither read nor set' : 'not read since the last save'}. */`,
      `  get ${tsKey(property)}(): ${type} | undefined {`,
      `    return this.$lazy(${String(position)}) as ${type} | undefined;`,
      '  }',
      ...(isReadOnly || column.generated !== undefined ? [] : setter),
      '',
      '  /** Reads it, unless that is done already. */',
      `  get${column.memberName}(con?: ${file.type(RUNTIME, 'Connection')}): Promise<${type}> {`,
      `    return this.$readLazy<${type}>(${String(position)}, con);`,
      '  }',
    ];
  });
}
