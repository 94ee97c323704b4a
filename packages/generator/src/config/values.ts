import type { Span } from '../diagnostics/source.js';
import type { CheckedKeys } from './check.js';
import type { Setting } from './config.js';
import { placeOf } from './keys.js';
import type { Template } from './template.js';

/** Typed reading of checked keys; a key the file does not give has the default of the key table. */
export class Values {
  constructor(readonly checked: CheckedKeys) {}

  optionalText(path: string): string | undefined {
    const value = this.#value(path);
    return typeof value === 'string' ? value : undefined;
  }

  text(path: string): string {
    return this.optionalText(path) ?? '';
  }

  boolean(path: string): boolean {
    return this.#value(path) === true;
  }

  optionalNumber(path: string): number | undefined {
    const value = this.#value(path);
    return typeof value === 'number' ? value : undefined;
  }

  number(path: string): number {
    return this.optionalNumber(path) ?? 0;
  }

  list(path: string): readonly string[] | undefined {
    const value = this.#value(path);
    return Array.isArray(value) ? (value as readonly string[]) : undefined;
  }

  template(path: string): Template | undefined {
    const value = this.checked.values.get(path)?.value;
    return typeof value === 'object' && 'parts' in value ? value : undefined;
  }

  /** The entries of a group with free names, in the order of the file. */
  settings(path: string): ReadonlyMap<string, Setting> {
    const found = new Map<string, Setting>();
    for (const name of this.names(path).keys()) {
      const value = this.checked.values.get(`${path}.${name}`)?.value;
      if (typeof value === 'number' || typeof value === 'boolean') found.set(name, value);
      else if (typeof value === 'object' && 'parts' in value) found.set(name, value);
    }
    return found;
  }

  names(path: string): ReadonlyMap<string, Span> {
    return this.checked.names.get(path) ?? new Map<string, Span>();
  }

  span(path: string): Span | undefined {
    return this.checked.values.get(path)?.span;
  }

  #value(path: string): unknown {
    return this.checked.values.get(path)?.value ?? placeOf(path.split('.'))?.definition?.default;
  }
}
