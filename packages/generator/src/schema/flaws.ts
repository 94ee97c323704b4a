import { nearest } from '../diagnostics/suggest.js';
import type { Element } from './element.js';

/** A child that was left out, and what it most likely was meant to be. */
export interface Stranger {
  readonly element: Element;
  /** The element it stands for, if that is known. */
  readonly kind: string | undefined;
}

/**
 * What of a document was refused. The tree that is built from has neither refused attributes nor refused elements, so
 * later steps ask here whether something is really absent: no error may rest on what is only unknown.
 */
export class Flaws {
  readonly #unknown = new Map<Element, ReadonlySet<string>>();
  readonly #strangers = new Map<Element, readonly Stranger[]>();

  note(element: Element, unknown: ReadonlySet<string>, strangers: readonly Stranger[]): void {
    this.#unknown.set(element, unknown);
    if (strangers.length > 0) this.#strangers.set(element, strangers);
  }

  /** Whether anything in the tag of an element, or directly below it, was refused. */
  has(element: Element): boolean {
    return this.#unknown.has(element);
  }

  /** Whether the value of an attribute is not known: it was refused, or the attribute is misspelled. */
  isUnknown(element: Element, ...attributes: readonly string[]): boolean {
    const unknown = this.#unknown.get(element);
    return unknown !== undefined && attributes.some((attribute) => unknown.has(attribute));
  }

  /** The children that were left out. */
  strangers(element: Element): readonly Stranger[] {
    return this.#strangers.get(element) ?? NONE;
  }

  /** Whether a child of this kind may have been left out. */
  mayLack(element: Element, kind: string): boolean {
    return this.strangers(element).some((stranger) => stranger.kind === undefined || stranger.kind === kind);
  }
}

/** The name that a child was given, as it is written or misspelled. */
export function strangerName({ element: { attributes } }: Stranger): string | undefined {
  const misspelled = Object.keys(attributes).find((attribute) => nearest(attribute, ['name']) !== undefined);
  return attributes['name'] ?? (misspelled === undefined ? undefined : attributes[misspelled]);
}

const NONE: readonly Stranger[] = [];
