import type { Column } from '../../../model/model.js';
import type { Storage } from '../../../plan/storage.js';
import { arrayValue } from './arrays.js';
import { bytesValue, geometryValue, uuidValue } from './bytes.js';
import { jsonValue, listValue, objectValue } from './documents.js';
import { enumValue, setValue } from './labels.js';
import { booleanValue, decimalValue, floatValue, integerValue, textValue } from './scalars.js';
import { dateTimeValue, dateValue, timeValue } from './temporal.js';
import type { PhpValue, ValueContext } from './value.js';

/** The PHP of a column's values. */
export function phpValue(column: Column, storage: Pick<Storage, 'form'>, context: ValueContext): PhpValue {
  const { form } = storage;
  switch (form.kind) {
    case 'text':
      return textValue(column, form, context);
    case 'integer':
      return integerValue(column, form, context);
    case 'float':
      return floatValue(column, form, context);
    case 'decimal':
      return decimalValue(column, form, context);
    case 'boolean':
      return booleanValue(column, form, context);
    case 'bytes':
      return bytesValue(column, form, context);
    case 'date':
      return dateValue(column, context);
    case 'time':
      return timeValue(column, form, context);
    case 'datetime':
      return dateTimeValue(column, form, context);
    case 'label':
    case 'index':
      return enumValue(column, form.kind, context);
    case 'mask':
      return setValue(column, context);
    case 'json':
      return jsonValue(column, context);
    case 'list':
      return listValue(column, context);
    case 'array':
      return arrayValue(column, form, context, phpValue);
    case 'uuid':
      return uuidValue(column, form, context);
    case 'object':
      return objectValue(column, context);
    case 'geometry':
      return geometryValue(form);
  }
}
