import type { PlannedColumn } from '../../plan/table.js';
import type { TsValue } from './value.js';

/** A column with everything that the printers of a base file need to know of it. */
export interface BaseColumn extends PlannedColumn {
  readonly property: string;
  readonly value: TsValue;
  /** What the property holds, null included. */
  readonly type: string;
  /** Source of its `Value`: one that is made by a call is made once. */
  readonly valueName: string;
}
