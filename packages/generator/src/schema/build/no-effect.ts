import { attributeSpan, type Element } from '../element.js';
import type { Context } from './context.js';

const TO_STRING =
  'set primaryString="true" on the column that stands for a row; without one a model as a string is its JSON';
const FOLDERS = 'remove it: the folder of a class follows its namespace, as PSR-4 wants';

/** Attributes of Propel that are accepted and change nothing here, with what to do instead. */
export const WITHOUT_EFFECT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  database: { package: FOLDERS, defaultStringFormat: TO_STRING },
  table: {
    package: FOLDERS,
    defaultStringFormat: TO_STRING,
    alias: "remove it: a query gives a table another name with setModelAlias() or joinX('name')",
  },
  inheritance: { package: FOLDERS },
  'foreign-key': { interface: 'remove it: getters and setters of a relation have the class of the referenced table' },
  'id-method-parameter': { name: 'remove it: the sequence is named by value' },
};

/** Says which attributes have no effect, each once, with the number of its places. */
export function noteWithoutEffect(context: Context, element: Element): void {
  const attributes = Object.hasOwn(WITHOUT_EFFECT, element.name) ? WITHOUT_EFFECT[element.name] : undefined;
  for (const name in attributes) {
    if (element.attributes[name] === undefined || isDefault(name, element.attributes[name])) continue;
    context.once.add(
      'schema/no-effect',
      () => attributeSpan(element, name, 'name'),
      (count) => `${name} of <${element.name}> has no effect${count === 1 ? '' : ` (${count} places)`}`,
      attributes[name] ?? '',
      `schema/no-effect ${element.name} ${name}`,
    );
  }
  for (const child of element.children)
    if (child.children.length > 0 || Object.hasOwn(WITHOUT_EFFECT, child.name)) noteWithoutEffect(context, child);
}

/** JSON is what a model is as a string anyway. */
const isDefault = (name: string, value: string): boolean => name === 'defaultStringFormat' && value === 'JSON';
