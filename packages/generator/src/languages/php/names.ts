import { hasUnseen } from '../../text/unseen.js';

// What PHP takes as a name. Everything that becomes a name in generated code is held to these rules.

/** PHP's own rule for a label: letters, digits, underscore and any byte from 0x80, not starting with a digit. */
const LABEL = /^[A-Za-z_\u0080-\u{10ffff}][A-Za-z0-9_\u0080-\u{10ffff}]*$/u;

/** PHP would take them too, but nobody who reads the code sees them, or sees it in another order. */
const BLANK = /[\p{Cf}\p{Z}]/u;

export function isPhpLabel(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) || (LABEL.test(name) && !BLANK.test(name) && !hasUnseen(name));
}

/** `A\B\C`. As its first part, `namespace` means the current one in PHP. */
export function isPhpNamespace(name: string): boolean {
  return name.split('\\').every(isPhpLabel) && !/^namespace(\\|$)/i.test(name);
}

/** A class with its namespace, with or without a leading backslash. */
export function isPhpClassName(name: string): boolean {
  return isPhpNamespace(name.replace(/^\\/, ''));
}

/** Words that cannot name a class in PHP 8, in lower case: class names do not care about case. */
const RESERVED_CLASS_NAMES = new Set(
  (
    '__halt_compiler abstract and array as break callable case catch class clone const continue declare default die do ' +
    'echo else elseif empty enddeclare endfor endforeach endif endswitch endwhile eval exit extends final finally fn for ' +
    'foreach function global goto if implements include include_once instanceof insteadof interface isset list match ' +
    'namespace new or print private protected public readonly require require_once return static switch throw trait try ' +
    'unset use var while xor yield self parent int float bool string true false null void iterable object mixed never ' +
    '__class__ __dir__ __file__ __function__ __line__ __method__ __namespace__ __trait__'
  ).split(' '),
);

export function isReservedClassName(name: string): boolean {
  return RESERVED_CLASS_NAMES.has(name.toLowerCase());
}
