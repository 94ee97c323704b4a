import { type Form, type Shape, shape } from '../model/gate.js';
import type { CrossReference, Inheritance, InheritanceClass } from '../model/model.js';

// What the forms of every language have in common.

export const LETTERS = 'write letters, digits and underscores, not starting with a digit';

/** Makes the forms of one language, whose errors have one code. */
export const formsOf =
  (code: string) =>
  (what: string, help: string, holds: Form['holds']): Form => ({ what, code, help, holds });

export const foreignKeyNames = (
  name: Form,
): Readonly<Record<'relationName' | 'backName' | 'backNamePlural', Form>> => ({
  relationName: name,
  backName: name,
  backNamePlural: name,
});

export const crossReferenceForms = (name: Form): Shape =>
  shape<Pick<CrossReference, 'relationName' | 'relationNamePlural'>>({ relationName: name, relationNamePlural: name });

export function inheritanceForms(className: Form, parent: Form): Shape {
  const each = shape<Pick<InheritanceClass, 'className' | 'extends'>>({ className, extends: parent });
  return shape<Pick<Inheritance, 'classes'>>({ classes: { each } });
}
