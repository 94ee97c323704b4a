import { phpString } from '../../../languages/php/literal.js';
import type { ForeignKey } from '../../../model/model.js';
import { type ModelPrinter, method } from '../model-printer.js';
import { childProperty, relationParameter } from './names.js';
import type { RelationText } from './text.js';
import { toMany } from './to-many.js';

/** `getBooks`, `addBook` and so on: the objects that point here through a foreign key. */
export function oneToMany(printer: ModelPrinter, key: ForeignKey): RelationText {
  const classes = printer.classesOf(key.table);
  return toMany(printer, {
    one: key.backName,
    many: key.backNamePlural,
    property: childProperty(key),
    model: printer.file.use(classes.model, 'Child'),
    query: printer.file.use(classes.query, 'Child'),
    kind: 'Child',
    readOnly: key.table.readOnly,
  });
}

/** `getAccount` and `setAccount`: the one object that can point here through a foreign key. */
export function oneToOne(printer: ModelPrinter, key: ForeignKey): RelationText {
  const { file, connection } = printer;
  const other = file.use(printer.classesOf(key.table).model, 'Child');
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const property = childProperty(key);
  const name = phpString(key.backName);
  const made = `$this->${property} ??= new ${related}(${other}::class)`;
  const parameter = relationParameter(key.backName);
  return {
    properties: [`    /** @var ${related}<${other}>|null */`, `    protected ?${related} $${property} = null;`],
    methods: [
      ...method(`public function get${key.backName}(?${connection} $con = null): ?${other}`, [
        `return $this->fetchChild(${name}, ${made}, $con);`,
      ]),
      ...(key.table.readOnly
        ? []
        : method(`public function set${key.backName}(?${other} $${parameter}): static`, [
            `return $this->replaceChild(${name}, ${made}, $${parameter});`,
          ])),
    ],
  };
}
