import { hasUnseen } from '../../text/unseen.js';

// What TypeScript takes as a name. Everything that becomes a name in generated code is held to these rules.

/** The rule of ECMAScript, without characters beyond the first plane: older compilers and engines do not know all of them. */
const IDENTIFIER = /^[$_\p{ID_Start}][$\p{ID_Continue}]*$/u;
const BEYOND = /[\u{10000}-\u{10ffff}]/u;

/** Letters that came with Unicode 16 and 17, which TypeScript 6 and Node 20 do not know. A test finds those that come next. */
const RECENT =
  /[\u088f\u0c5c\u0cdc\u1c89-\u1c8a\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7dc\ua7f1]|\u0897|[\u1acf-\u1add\u1ae0-\u1aeb]/;

/** A name that can be written without quotes: of a member always, of a class or a variable unless it is reserved. */
export function isTsIdentifier(name: string): boolean {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return true;
  return IDENTIFIER.test(name) && !BEYOND.test(name) && !RECENT.test(name) && !hasUnseen(name);
}

/** Words that cannot name a class, a type or a variable in a module, where all code is strict. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof var void while with yield ' +
    // Keywords of types, which cannot name one.
    'any bigint boolean infer keyof never number object readonly string symbol undefined unique unknown'
  ).split(' '),
);

export function isReservedTsName(name: string): boolean {
  return RESERVED.has(name);
}

/** What generated code and its readers say without importing it: objects of the language, and types that every file has. */
const GLOBALS = new Set(
  (
    'AggregateError Array ArrayBuffer AsyncDisposable AsyncDisposableStack AsyncGenerator AsyncIterable ' +
    'AsyncIterableIterator AsyncIterator Atomics Awaited BigInt BigInt64Array BigUint64Array Boolean Buffer DataView Date ' +
    'Disposable DisposableStack Error EvalError Exclude Extract FinalizationRegistry Float16Array Float32Array ' +
    'Float64Array Function Generator Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable IterableIterator ' +
    'Iterator IteratorResult JSON Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise ' +
    'PromiseLike Proxy RangeError Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp ' +
    'Required ReturnType Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError ' +
    'Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet ' +
    'decodeURI decodeURIComponent encodeURI encodeURIComponent escape exports globalThis isFinite isNaN module parseFloat ' +
    'parseInt process require unescape'
  ).split(' '),
);

/** True for a name that a class or a variable of a generated file must leave to whom it belongs. */
export function isTsGlobal(name: string): boolean {
  return GLOBALS.has(name);
}

/**
 * Members that every object has, and two that have a meaning of their own: an object with `then` is a promise to whoever
 * awaits it, and JSON asks `toJSON`.
 */
const TAKEN_MEMBERS = new Set(
  (
    '__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor hasOwnProperty ' +
    'isPrototypeOf propertyIsEnumerable prototype then toJSON toLocaleString toString valueOf'
  ).split(' '),
);

export function isTakenTsMember(name: string): boolean {
  return TAKEN_MEMBERS.has(name);
}
