import { phpString } from '../../../languages/php/literal.js';
import { type ModelPrinter, method } from '../model-printer.js';
import { relationParameter } from './names.js';
import type { RelationText } from './text.js';

/** A relation to several objects: what it is called, what holds them, and which methods of the runtime do the work. */
export interface ToMany {
  readonly one: string;
  readonly many: string;
  readonly property: string;
  /** The class and the query of the objects, as the file names them. */
  readonly model: string;
  readonly query: string;
  /** What the runtime calls the objects: `fetchChildren`, `attachTarget`. */
  readonly kind: 'Child' | 'Target';
  readonly readOnly: boolean;
}

/** `getBooks`, `countBooks`, `setBooks`, `addBook`, `removeBook` and `clearBooks`. */
export function toMany(printer: ModelPrinter, relation: ToMany): RelationText {
  const { file, connection } = printer;
  const { one, many, property, model, query, kind } = relation;
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const collection = file.use('Orm\\Runtime\\Collection\\ObjectCollection');
  const name = phpString(one);
  const kinds = kind === 'Child' ? 'Children' : 'Targets';
  const held = `$this->${property}`;
  const made = `${held} ??= new ${related}(${model}::class)`;
  const parameter = `$${relationParameter(one)}`;
  const reading = [
    ...method(
      `public function get${many}(?${query} $query = null, ?${connection} $con = null): ${collection}`,
      [`return $this->fetch${kinds}(${name}, ${made}, $query, $con);`],
      [`@return ${collection}<${model}>`],
    ),
    ...method(
      `public function count${many}(?${query} $query = null, bool $distinct = false, ?${connection} $con = null): int`,
      [`return $this->tally${kinds}(${name}, ${held}, $query, $distinct, $con);`],
    ),
  ];
  const changing = [
    ...method(
      `public function set${many}(iterable $objects, ?${connection} $con = null): static`,
      [`return $this->replace${kinds}(${name}, ${made}, $objects, $con);`],
      [`@param iterable<${model}> $objects`],
    ),
    ...method(`public function add${one}(${model} ${parameter}): static`, [
      `return $this->attach${kind}(${name}, ${parameter});`,
    ]),
    ...method(`public function remove${one}(${model} ${parameter}): static`, [
      `return $this->detach${kind}(${name}, ${parameter});`,
    ]),
  ];
  return {
    properties: [`    /** @var ${related}<${model}>|null */`, `    protected ?${related} $${property} = null;`],
    methods: [
      ...reading,
      ...(relation.readOnly ? [] : changing),
      ...method(`public function clear${many}(): void`, [
        kind === 'Child' ? `${held} = null;` : `$this->forgetTargets(${name});`,
      ]),
    ],
  };
}
