import { contributionsOf } from '../../behaviors/contributions.js';
import type {
  CallArgument,
  ContributedMethod,
  MethodBody,
  MethodParameter,
  MethodType,
} from '../../behaviors/methods.js';
import { phpString } from '../../languages/php/literal.js';
import type { Column, Table } from '../../model/model.js';
import { docText, type PhpFile } from './file.js';
import { type ModelColumn, method, nullableType, valueOrNull } from './model-printer.js';
import { phpStrings } from './values/source.js';
import type { PhpValue } from './values/value.js';

/** A class that methods of behaviors are printed into. */
export interface ContributedInto {
  readonly table: Table;
  readonly file: PhpFile;
  /** As the file names them. */
  readonly model: string;
  readonly connection: string;
  readonly collection?: string;
  readonly columns: readonly (ModelColumn | { readonly column: Column; readonly value: PhpValue })[];
}

/** The `use` lines of the runtime's traits that behaviors put into a class. */
export function contributedTraits({ table, file, model }: ContributedInto, on: 'model' | 'query'): string[] {
  const traits = contributionsOf(table).parts.flatMap((parts) => parts[on] ?? []);
  const lines = traits.flatMap((name) => {
    const trait = file.use(runtimeClass(name), 'Runtime');
    // Those of queries know which objects are found.
    return [...(on === 'query' ? [`    /** @use ${trait}<${model}> */`] : []), `    use ${trait};`];
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

/** The interfaces of the runtime that behaviors give to a model class. */
export function contributedInterfaces({ table, file }: ContributedInto): readonly string[] {
  const names = contributionsOf(table).parts.flatMap((parts) => parts.interface ?? []);
  return names.map((name) => file.use(runtimeClass(name), 'Runtime'));
}

/** The methods that behaviors contribute to a class. */
export function contributedMethods(into: ContributedInto, on: 'model' | 'query'): string[] {
  return contributionsOf(into.table)
    .methods.filter((each) => each.on === on && each.body.does !== 'inherit' && !isAccessor(each))
    .flatMap((each) => printMethod(into, each));
}

/** Names of the methods of behaviors in a query class. */
export function contributedNames(table: Table): readonly string[] {
  return contributionsOf(table).methods.flatMap(({ on, name }) => (on === 'query' ? [name] : []));
}

/** The accessor that a column has anyway. */
export function isAccessor({ on, name, serves }: ContributedMethod): boolean {
  return on === 'model' && (name === `get${serves?.memberName ?? ''}` || name === `set${serves?.memberName ?? ''}`);
}

const runtimeClass = (name: string): string => `Orm\\Runtime\\${name.replaceAll('.', '\\')}`;

function printMethod(into: ContributedInto, contributed: ContributedMethod): string[] {
  const { name, parameters, returns, body } = contributed;
  const written = parameters.map((each) => {
    const fallback = each.default === undefined ? '' : ` = ${each.default === null ? 'null' : phpString(each.default)}`;
    return `${phpType(into, each.type, 'accepts').native} $${each.name}${fallback}`;
  });
  const tags = parameters.flatMap((each) => {
    const { native, doc } = phpType(into, each.type, 'accepts');
    return native === doc ? [] : [`@param ${doc} $${each.name}`];
  });
  const { native, doc } = phpType(into, returns, 'returns');
  if (native !== doc) tags.push(...(tags.length > 0 ? [''] : []), `@return ${doc}`);
  const about = [docText(contributed.doc), ...(tags.length > 0 ? ['', ...tags] : [])];
  const signature = `public ${contributed.static ? 'static ' : ''}function ${name}(${written.join(', ')}): ${native}`;
  return method(signature, bodyLines(into, contributed, body), about);
}

/** A type as PHP writes it, and as PHPDoc does. */
function phpType(
  into: ContributedInto,
  type: MethodType,
  side: 'accepts' | 'returns',
): { readonly native: string; readonly doc: string } {
  const same = (name: string): { native: string; doc: string } => ({ native: name, doc: name });
  switch (type.is) {
    case 'void':
    case 'string':
      return same(type.is);
    case 'boolean':
      return same('bool');
    case 'integer':
      return same('int');
    case 'self':
    case 'query':
      return same('static');
    case 'connection':
      return same(into.connection);
    case 'model':
      return same(into.model);
    case 'collection': {
      const collection = into.collection ?? 'array';
      return { native: collection, doc: `${collection}<${into.model}>` };
    }
    case 'column': {
      const found = into.columns.find(({ column }) => column === type.column)?.value;
      const native = found?.[side] ?? 'mixed';
      return { native, doc: (side === 'accepts' ? found?.acceptsDoc : found?.returnsDoc) ?? native };
    }
    case 'runtime':
      return same(into.file.use(runtimeClass(type.name), 'Runtime'));
    case 'nullable': {
      const { native, doc } = phpType(into, type.of, side);
      const nullable = nullableType(native);
      return { native: nullable, doc: native === doc ? nullable : `${doc}|null` };
    }
    case 'list':
      return { native: 'array', doc: `list<${inside(into, type.of, side)}>` };
    case 'tuple':
      return { native: 'array', doc: `array{${type.of.map((each) => inside(into, each, side)).join(', ')}}` };
    case 'by-key': {
      const of = inside(into, type.of, side);
      const key = into.columns.filter(({ column }) => column.primaryKey);
      if (key.length === 1) return { native: 'array', doc: `array<array-key, ${of}>` };
      const types = key.map(({ value }) => value.acceptsDoc ?? value.accepts ?? 'mixed');
      return { native: 'array', doc: `list<array{array{${types.join(', ')}}, ${of}}>` };
    }
  }
}

/** A type within a PHPDoc type: `int|null` and not `?int`. */
function inside(into: ContributedInto, type: MethodType, side: 'accepts' | 'returns'): string {
  const { doc } = phpType(into, type, side);
  return doc.startsWith('?') ? `${doc.slice(1)}|null` : doc;
}

function bodyLines(into: ContributedInto, contributed: ContributedMethod, body: MethodBody): string[] {
  const [first] = contributed.parameters;
  switch (body.does) {
    case 'inherit':
      return [];
    case 'get': {
      const values = body.columns.map((column) => {
        const model = into.columns.find((each) => each.column === column);
        return model && 'strict' in model ? valueOrNull(model) : `$this->get${column.memberName}()`;
      });
      return [`return ${values.length === 1 ? values.join('') : `[${values.join(', ')}]`};`];
    }
    case 'set': {
      const given = `$${first?.name ?? ''}`;
      if (body.columns.length === 1)
        return body.columns.map(({ memberName }) => `return $this->set${memberName}(${given});`);
      const lines = body.columns.map(({ memberName }, index) => `$this->set${memberName}(${given}[${index}]);`);
      const check = `${into.file.use('Orm\\Runtime\\Value\\Argument')}::needAll(${given}, ${phpStrings(body.columns.map(({ name }) => name))});`;
      return [check, ...lines, '', 'return $this;'];
    }
    case 'call': {
      const owner = { this: '$this->', class: 'static::', new: '(new static())->' }[body.on];
      const values = body.arguments.map((each) => argument(each, contributed.parameters));
      return returned(into, contributed.returns, `${owner}${body.operation}(${values.join(', ')})`);
    }
  }
}

function argument(given: CallArgument, parameters: readonly MethodParameter[]): string {
  switch (given.is) {
    case 'parameter':
      return `$${given.name}`;
    case 'constant':
      return String(given.value);
    case 'list': {
      const list = `[${given.names.map((name) => `$${name}`).join(', ')}]`;
      if (!given.given || given.names.length === 0) return given.given ? 'null' : list;
      const before = parameters.findIndex(({ name }) => name === given.names[0]);
      return `\\func_num_args() > ${before} ? ${list} : null`;
    }
  }
}

function returned({ model }: ContributedInto, type: MethodType, call: string): string[] {
  if (type.is === 'void') return [`${call};`];
  if (type.is !== 'nullable' || type.of.is !== 'model') return [`return ${call};`];
  return [`$found = ${call};`, '', `return $found instanceof ${model} ? $found : null;`];
}
