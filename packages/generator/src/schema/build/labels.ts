import { quoted } from '../../diagnostics/printable.js';
import type { ColumnTypeName } from '../../model/column-type.js';
import { splitList } from '../../model/value-list.js';
import type { Element } from '../element.js';
import { type Context, fail, value } from './context.js';

/** Labels of a bit mask that a signed 64-bit column can hold. */
const MAX_SET_LABELS = 63;
const NO_LABELS: readonly string[] = [];
const MAX_ENUM_LABELS = 255;

/** The labels of an ENUM or SET, its own or those of its domain. */
export function labels(
  context: Context,
  element: Element,
  domain: Element | undefined,
  type: ColumnTypeName,
): readonly string[] {
  const given = value(element, 'valueSet') ?? (domain && value(domain, 'valueSet'));
  const takes = type === 'ENUM' || type === 'SET';
  const at = element.attributes['valueSet'] === undefined ? undefined : 'valueSet';
  if (!takes) {
    if (given !== undefined) {
      fail(
        context,
        element,
        at,
        'schema/value-set',
        `valueSet belongs to ENUM and SET, not to ${type}`,
        'remove it, or change the type',
      );
    }
    return NO_LABELS;
  }
  const list = splitList(given ?? '');
  if (list.length === 0) {
    if (context.flaws.isUnknown(element, 'valueSet')) return NO_LABELS;
    fail(context, element, at, 'schema/value-set', `${type} needs a valueSet`, 'write valueSet="first, second"');
    return NO_LABELS;
  }
  const most = type === 'SET' ? MAX_SET_LABELS : MAX_ENUM_LABELS;
  if (list.length > most) {
    fail(
      context,
      element,
      at,
      'schema/value-set',
      `${type} holds ${most} labels at most, not ${list.length}`,
      'use a table of its own for them',
    );
    return list;
  }
  const twice = repeated(list);
  if (twice !== undefined) {
    fail(
      context,
      element,
      at,
      'schema/value-set',
      `the label ${quoted(twice)} is in the valueSet twice`,
      'labels that differ only in case are one label for most databases: keep one of them',
    );
  }
  return list;
}

/** The first label that was there before, in any case. */
function repeated(labels: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return labels.find((label) => seen.size === seen.add(label.toLowerCase()).size);
}
