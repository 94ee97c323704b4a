import type {
  AddedColumn,
  AddedTable,
  BehaviorDiagnostic,
  BehaviorVoice,
  TableExtension,
} from '../../behaviors/behavior.js';
import { quoted } from '../../diagnostics/printable.js';
import type { Span } from '../../diagnostics/source.js';
import { attributeSpan, type Element, elementSpan } from '../element.js';
import { type Context, childrenNamed, originSpan } from './context.js';
import { addColumn, type TableWork } from './table.js';

/** Builds a table from an element that a behavior made up. */
export type PlaceTable = (element: Element, internal: boolean) => void;

/** The table as a behavior sees it while the model is being built. `element` is the `<behavior>`. */
export function tableExtension(
  context: Context,
  work: TableWork,
  element: Element,
  placeTable: PlaceTable,
): TableExtension {
  const { table } = work;
  return {
    tableName: table.name,
    writtenName: work.writtenName,
    get columns() {
      return table.columns;
    },
    column: (name) => work.columns.get(name.toLowerCase()),
    addColumn: (column) => {
      const key = column.name.toLowerCase();
      if (!work.columns.has(key) && !work.unbuilt.has(column.name))
        addColumn(context, work, columnElement(element, column));
      return work.columns.get(key);
    },
    addIndex: (index) => {
      for (const name of index.columns) {
        if (work.columns.has(name.toLowerCase()) || work.unbuilt.has(name)) continue;
        throw new Error(`behavior asks for an index over the unknown column ${quoted(name)} of ${quoted(table.name)}`);
      }
      work.requestedIndexes.push(index);
    },
    exchange: (column) => {
      work.exchanged.add(column.toLowerCase());
    },
    addTable: (added) => placeTable(tableElement(element, added, work.writtenSchema), added.internal ?? false),
    ...behaviorVoice(context, work, element),
  };
}

/** How a behavior is heard. */
export function behaviorVoice(context: Context, work: TableWork, element: Element): BehaviorVoice {
  return {
    report: (diagnostic) => behaviorDiagnostic(context, work, element, diagnostic),
    mention: (key, message, help) => {
      const code = `behavior/${element.attributes['name'] ?? ''}-${key}`;
      context.once.add(code, () => attributeSpan(element, 'name'), message, help);
    },
  };
}

/** Reports what a behavior has to say, at the parameter or column it is about. */
function behaviorDiagnostic(
  context: Context,
  work: TableWork,
  element: Element,
  { severity = 'error', message, help, parameter, column, isLack = false }: BehaviorDiagnostic,
): void {
  if (isLack && (work.gaps.has('columns') || work.gaps.has('indexes'))) return;
  context.reporter.add({ severity, code: 'schema/behavior', message, help, span: placeOf() });

  function placeOf(): Span {
    const written = parameter === undefined ? undefined : findParameter(element, parameter);
    if (written) return attributeSpan(written, 'value');
    const found = column === undefined ? undefined : work.columns.get(column.toLowerCase());
    if (found) return originSpan(found.origin, 'name');
    return element.attributes['name'] === undefined ? elementSpan(element) : attributeSpan(element, 'name');
  }
}

/** The last one of a name: it is the one that counts. */
const findParameter = (element: Element, name: string): Element | undefined =>
  childrenNamed(element, 'parameter').findLast((child) => child.attributes['name'] === name);

/** A made-up element stands where the behavior, or the parameter that asks for it, is written: messages point there. */
function columnElement(behavior: Element, { name, type, attributes, parameter }: AddedColumn): Element {
  const place = (parameter === undefined ? undefined : findParameter(behavior, parameter)) ?? behavior;
  return { ...place, name: 'column', attributes: { name, type, ...attributes }, children: [] };
}

/** In the schema of the table it stands beside. */
function tableElement(
  behavior: Element,
  { name, columns, attributes }: AddedTable,
  schema: string | undefined,
): Element {
  const place = schema === undefined ? {} : { schema };
  const children = columns.map((column) => columnElement(behavior, column));
  return { ...behavior, name: 'table', attributes: { name, ...place, ...attributes }, children };
}
