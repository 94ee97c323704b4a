import { COLUMN_TYPES, type ColumnTypeName } from '../../model/column-type.js';
import { attributeSpan, type Element } from '../element.js';
import { type Context, fail } from './context.js';

/** `size` and `scale` as the type has them, judged where the vendor does not decide. */
export function checkSize(
  context: Context,
  element: Element,
  type: ColumnTypeName,
  size: number | undefined,
  scale: number | undefined,
  verbatim: boolean,
): { size: number | undefined; scale: number | undefined } {
  const meaning = COLUMN_TYPES[type].size;
  const report = (attribute: string, message: string, help: string): void =>
    fail(context, element, attribute, 'schema/size', message, help);
  if (scale !== undefined && meaning !== 'precision') {
    report('scale', `${type} has no scale`, 'remove scale: only NUMERIC and DECIMAL have digits after a point');
  }
  if (verbatim) return { size, scale };
  switch (meaning) {
    case 'none':
      if (size !== undefined) {
        context.once.add(
          'schema/size-ignored',
          () => attributeSpan(element, 'size'),
          (count) =>
            `size means nothing for ${type}${count > 1 ? ` and ${count - 1} more like it` : ''}: it is ignored`,
          'remove it, or name a vendor type with sqlType',
        );
      }
      return { size: undefined, scale: undefined };
    case 'length':
      if (size === 0) report('size', 'a length of 0 holds nothing', 'give size at least 1');
      return { size, scale: undefined };
    case 'fraction':
      if (size !== undefined && size > 6) {
        report('size', `${type} has at most 6 fractional digits, not ${size}`, 'give size from 0 (whole seconds) to 6');
      }
      return { size: size ?? 6, scale: undefined };
    case 'precision':
      if (size === undefined && scale !== undefined && !context.flaws.isUnknown(element, 'size')) {
        report('scale', 'scale needs a size', 'add size: the number of all digits');
      } else if (size !== undefined && (size === 0 || size < (scale ?? 0))) {
        report(
          'size',
          `${size} digits cannot have ${scale ?? 0} after the point`,
          'size counts all digits, scale those after the point',
        );
      }
      return { size, scale };
  }
}
