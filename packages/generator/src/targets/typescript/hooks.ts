import type { Table } from '../../model/model.js';
import type { TsFile } from './file.js';
import { RUNTIME } from './names.js';

/**
 * The hooks that run before there may be an object, declared for whoever writes them: they are static, and get what is about to
 * be written. Those of objects are declared by the runtime.
 */
export function hookDeclarations({ className }: Table, file: TsFile): readonly string[] {
  const values = `values: ${file.type(RUNTIME, 'Unsaved')}<${className}Init>`;
  const con = `con: ${file.type(RUNTIME, 'Connection')}`;
  const answer = file.type(RUNTIME, 'HookAnswer');
  return [
    '',
    '  /** Before each INSERT and UPDATE; false stops it. What it sets in the values is written. */',
    `  static preSave?(${values}, ${con}): ${answer};`,
    '',
    '  /** Before an INSERT, behind `preSave`; false stops it. */',
    `  static preInsert?(${values}, ${con}): ${answer};`,
  ];
}
