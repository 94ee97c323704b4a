import type { BehaviorDefinition, BehaviorUse } from '../../behaviors/behavior.js';
import { PROPEL_BEHAVIORS } from '../../behaviors/propel.js';
import { quoted } from '../../diagnostics/printable.js';
import { nearest, suggestion } from '../../diagnostics/suggest.js';
import type { Element } from '../element.js';
import { type Context, childrenNamed, fail } from './context.js';
import type { TableWork } from './table.js';
import { behaviorVoice, type PlaceTable, tableExtension } from './table-extension.js';

/** Lets the behaviors of a table, its own and those of its database, add what they need. */
export function applyBehaviors(context: Context, work: TableWork, placeTable: PlaceTable): void {
  const own = childrenNamed(work.element, 'behavior');
  if (own.length === 0 && work.around.defaults.behaviors.length === 0) return;
  const names = new Set(own.map(behaviorId));
  const inherited = work.around.defaults.behaviors.filter((element) => !names.has(behaviorId(element)));
  const seen = new Set<string>();
  const unrepeatable = new Set<string>();
  for (const element of [...own, ...inherited]) {
    const id = behaviorId(element);
    if (seen.has(id)) {
      fail(
        context,
        element,
        'name',
        'schema/behavior-twice',
        `table ${quoted(work.table.name)} has the behavior ${quoted(id)} already`,
        'remove one of them',
      );
      continue;
    }
    seen.add(id);
    const definition = findBehavior(context, element);
    if (!definition) {
      noteRefused(context, work, element);
      continue;
    }
    if (unrepeatable.has(definition.name)) {
      fail(
        context,
        element,
        'name',
        'schema/behavior-twice',
        `table ${quoted(work.table.name)} can have the behavior ${quoted(definition.name)} only once`,
        'remove one of them: an id does not tell them apart',
      );
      continue;
    }
    if (!definition.repeatable) unrepeatable.add(definition.name);
    const errors = context.reporter.errorCount;
    const use = readUse(context, element, definition);
    // With parameters that are not known it would do something else than was meant.
    if (context.reporter.errorCount > errors || context.flaws.has(element)) {
      noteOpen(work);
      continue;
    }
    work.table.behaviors = [...work.table.behaviors, use];
    work.behaviors.push({ definition, use, element });
    definition.extend(tableExtension(context, work, element, placeTable), use);
  }
}

/** Lets the behaviors of a table judge it once its keys and relations are known. */
export function checkBehaviors(context: Context, work: TableWork): void {
  for (const { definition, use, element } of work.behaviors) {
    definition.check?.(work.table, use, behaviorVoice(context, work, element));
  }
}

/** A table that lacks a behavior lacks what it would have added. */
function noteRefused(context: Context, work: TableWork, element: Element): void {
  const known = PROPEL_BEHAVIORS.get(element.attributes['name'] ?? '');
  if (known?.table) {
    const { suffix, parameter } = known.table;
    const given = childrenNamed(element, 'parameter').find(({ attributes }) => attributes['name'] === parameter);
    context.unbuilt.add(given?.attributes['value'] ?? work.writtenName + suffix);
  }
  if (known?.columns !== false) noteOpen(work);
}

function noteOpen(work: TableWork): void {
  work.allColumnsKnown = false;
  work.gaps.add('columns').add('indexes').add('keys');
}

const behaviorId = (element: Element): string => element.attributes['id'] ?? element.attributes['name'] ?? '';

/** The behavior an element names; one nobody has is a diagnostic, once for each place it is written. */
function findBehavior(context: Context, element: Element): BehaviorDefinition | undefined {
  const name = element.attributes['name'] ?? '';
  const definition = context.options.behaviors.get(name);
  if (definition) return definition;
  const known = PROPEL_BEHAVIORS.get(name);
  if (context.reported.has(element)) return undefined;
  context.reported.add(element);
  fail(
    context,
    element,
    'name',
    known ? 'schema/unsupported-behavior' : 'schema/unknown-behavior',
    known ? `the behavior ${quoted(name)} is not supported yet` : `there is no behavior ${quoted(name)}`,
    known ? known.help : unknownBehaviorHelp(name, [...context.options.behaviors.keys()]),
  );
  return undefined;
}

function unknownBehaviorHelp(name: string, ours: readonly string[]): string {
  const near = nearest(name, [...ours, ...PROPEL_BEHAVIORS.keys()]);
  if (near !== undefined) return `did you mean "${near}"?`;
  const known = ours.length > 0 ? `known here: ${ours.join(', ')}` : 'remove it';
  return `${known}; behaviors of other packages or of your own are PHP code and are not loaded`;
}

function readUse(context: Context, element: Element, definition: BehaviorDefinition): BehaviorUse {
  const parameters = new Map<string, string[]>();
  for (const parameter of childrenNamed(element, 'parameter')) {
    const name = parameter.attributes['name'] ?? '';
    if (!Object.hasOwn(definition.parameters, name)) {
      fail(
        context,
        parameter,
        'name',
        'schema/unknown-parameter',
        `the behavior "${definition.name}" has no parameter ${quoted(name)}`,
        suggestion(name, Object.keys(definition.parameters)),
      );
      continue;
    }
    const given = parameters.get(name) ?? [];
    given.push(parameter.attributes['value'] ?? '');
    parameters.set(name, given);
  }
  for (const list of childrenNamed(element, 'parameter-list')) {
    fail(
      context,
      list,
      'name',
      'schema/unknown-parameter',
      `the behavior "${definition.name}" has no list of parameters ${quoted(list.attributes['name'] ?? '')}`,
      'remove it',
    );
  }
  return { name: definition.name, id: behaviorId(element), parameters, origin: element };
}
