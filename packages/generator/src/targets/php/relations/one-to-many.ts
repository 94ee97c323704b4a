import type { ForeignKey } from '../../../model/model.js';
import { phpString } from '../literal.js';
import { type ModelPrinter, method } from '../model-printer.js';
import { childProperty, relationParameter } from './names.js';
import { documented, type RelationText } from './text.js';

/** `getBooks`, `addBook` and so on: the objects that point here through a foreign key. */
export function oneToMany(printer: ModelPrinter, key: ForeignKey): RelationText {
  const { file, connection } = printer;
  const classes = printer.classesOf(key.table);
  const other = file.use(classes.model, 'Child');
  const query = file.use(classes.query, 'Child');
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const collection = file.use('Orm\\Runtime\\Collection\\ObjectCollection');
  const property = childProperty(key);
  const name = phpString(key.refPhpName);
  const [one, many] = [key.refPhpName, key.refPhpNamePlural];
  const held = `$this->${property}`;
  const made = `${held} ??= new ${related}(${other}::class)`;
  const parameter = relationParameter(one);
  const methods = [
    ...documented(
      `@return ${collection}<${other}>`,
      method(`public function get${many}(?${query} $query = null, ?${connection} $con = null): ${collection}`, [
        `return $this->fetchChildren(${name}, ${made}, $query, $con);`,
      ]),
    ),
    ...method(
      `public function count${many}(?${query} $query = null, bool $distinct = false, ?${connection} $con = null): int`,
      [`return $this->tallyChildren(${name}, ${held}, $query, $distinct, $con);`],
    ),
    ...(key.table.readOnly
      ? []
      : [
          ...documented(
            `@param iterable<${other}> $objects`,
            method(`public function set${many}(iterable $objects, ?${connection} $con = null): static`, [
              `return $this->replaceChildren(${name}, ${made}, $objects, $con);`,
            ]),
          ),
          ...method(`public function add${one}(${other} $${parameter}): static`, [
            `return $this->attachChild(${name}, $${parameter});`,
          ]),
          ...method(`public function remove${one}(${other} $${parameter}): static`, [
            `return $this->detachChild(${name}, $${parameter});`,
          ]),
        ]),
    ...method(`public function clear${many}(): void`, [`${held} = null;`]),
  ];
  return {
    properties: [`    /** @var ${related}<${other}>|null */`, `    protected ?${related} $${property} = null;`],
    methods,
  };
}

/** `getAccount` and `setAccount`: the one object that can point here through a foreign key. */
export function oneToOne(printer: ModelPrinter, key: ForeignKey): RelationText {
  const { file, connection } = printer;
  const other = file.use(printer.classesOf(key.table).model, 'Child');
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const property = childProperty(key);
  const name = phpString(key.refPhpName);
  const made = `$this->${property} ??= new ${related}(${other}::class)`;
  const parameter = relationParameter(key.refPhpName);
  return {
    properties: [`    /** @var ${related}<${other}>|null */`, `    protected ?${related} $${property} = null;`],
    methods: [
      ...method(`public function get${key.refPhpName}(?${connection} $con = null): ?${other}`, [
        `return $this->fetchChild(${name}, ${made}, $con);`,
      ]),
      ...(key.table.readOnly
        ? []
        : method(`public function set${key.refPhpName}(?${other} $${parameter}): static`, [
            `return $this->replaceChild(${name}, ${made}, $${parameter});`,
          ])),
    ],
  };
}
