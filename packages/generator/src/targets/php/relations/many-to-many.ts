import type { CrossReference } from '../../../model/model.js';
import { phpString } from '../literal.js';
import { type ModelPrinter, method } from '../model-printer.js';
import { childProperty, crossProperty, relationParameter } from './names.js';
import { documented, type RelationText } from './text.js';

/** The objects at the other end of a cross-reference table. */
export function manyToMany(printer: ModelPrinter, cross: CrossReference): RelationText {
  const [target] = cross.targets;
  if (target === undefined) return { properties: [], methods: [] };
  if (cross.targets.length > 1) return combinations(printer, cross);
  const { file, connection } = printer;
  const classes = printer.classesOf(target.foreignTable);
  const other = file.use(classes.model, 'Child');
  const query = file.use(classes.query, 'Child');
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const collection = file.use('Orm\\Runtime\\Collection\\ObjectCollection');
  const name = phpString(cross.phpName);
  const [one, many] = [cross.phpName, cross.phpNamePlural];
  const held = `$this->${crossProperty(cross)}`;
  const made = `${held} ??= new ${related}(${other}::class)`;
  const parameter = relationParameter(one);
  const methods = [
    ...documented(
      `@return ${collection}<${other}>`,
      method(`public function get${many}(?${query} $query = null, ?${connection} $con = null): ${collection}`, [
        `return $this->fetchTargets(${name}, ${made}, $query, $con);`,
      ]),
    ),
    ...method(
      `public function count${many}(?${query} $query = null, bool $distinct = false, ?${connection} $con = null): int`,
      [`return $this->tallyTargets(${name}, ${held}, $query, $distinct, $con);`],
    ),
    ...(cross.crossTable.readOnly
      ? []
      : [
          ...documented(
            `@param iterable<${other}> $objects`,
            method(`public function set${many}(iterable $objects, ?${connection} $con = null): static`, [
              `return $this->replaceTargets(${name}, ${made}, $objects, $con);`,
            ]),
          ),
          ...method(`public function add${one}(${other} $${parameter}): static`, [
            `return $this->attachTarget(${name}, ${made}, $${parameter});`,
          ]),
          ...method(`public function remove${one}(${other} $${parameter}): static`, [
            `return $this->detachTarget(${name}, ${made}, $${parameter});`,
          ]),
        ]),
    ...method(`public function clear${many}(): void`, [`${held} = null;`]),
    ...method(`public function is${many}Loaded(): bool`, [`return ${held}->complete ?? false;`]),
  ];
  return {
    properties: [
      `    /** @var ${related}<${other}>|null */`,
      `    protected ?${related} $${crossProperty(cross)} = null;`,
    ],
    methods,
  };
}

/**
 * A cross-reference table that joins more than two tables: its rows are combinations. They are the objects of the
 * cross-reference table, seen as what they point at.
 */
function combinations(printer: ModelPrinter, cross: CrossReference): RelationText {
  const { file, connection } = printer;
  const [one, many] = [cross.phpName, cross.phpNamePlural];
  const middle = file.use(printer.classesOf(cross.crossTable).model, 'Child');
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const down = phpString(cross.via.refPhpName);
  const held = `$this->${childProperty(cross.via)}`;
  const targets = cross.targets.map((key) => ({
    relation: key.phpName,
    type: file.use(printer.classesOf(key.foreignTable).model, 'Child'),
    variable: `$${relationParameter(key.phpName)}`,
  }));
  const parameters = targets.map(({ type, variable }) => `${type} ${variable}`).join(', ');
  const map = `[${targets.map(({ relation, variable }) => `${phpString(relation)} => ${variable}`).join(', ')}]`;
  const tuple = `array{${targets.map(({ type }) => type).join(', ')}}`;
  const variables = targets.map(({ variable }) => variable);
  const found = `$this->fetchChildren(${down}, ${held} ??= new ${related}(${middle}::class), null, $con)`;
  const get = documented(
    `@return list<${tuple}>`,
    method(`public function get${many}(?${connection} $con = null): array`, [
      '$combinations = [];',
      `foreach (${found} as $objectBetween) {`,
      ...targets.map(({ relation, variable }) => `    ${variable} = $objectBetween->get${relation}($con);`),
      `    if (${variables.map((variable) => `${variable} !== null`).join(' && ')}) {`,
      `        $combinations[] = [${variables.join(', ')}];`,
      '    }',
      '}',
      '',
      'return $combinations;',
    ]),
  );
  const count = method(`public function count${many}(?${connection} $con = null): int`, [
    `return $this->tallyChildren(${down}, ${held}, null, false, $con);`,
  ]);
  if (cross.crossTable.readOnly) return { properties: [], methods: [...get, ...count] };
  const methods = [
    ...get,
    ...count,
    ...method(`public function add${one}(${parameters}): static`, [`return $this->attachCross(${down}, ${map});`]),
    ...method(`public function remove${one}(${parameters}, ?${connection} $con = null): static`, [
      `return $this->detachCross(${down}, ${map}, $con);`,
    ]),
    ...documented(
      `@param iterable<${tuple}> $combinations`,
      method(`public function set${many}(iterable $combinations, ?${connection} $con = null): static`, [
        `$wanted = \\is_array($combinations) ? $combinations : \\iterator_to_array($combinations, false);`,
        `$known = $this->get${many}($con);`,
        'foreach ($known as $each) {',
        '    if (!\\in_array($each, $wanted, true)) {',
        `        $this->remove${one}(${variables.map((_, index) => `$each[${index}]`).join(', ')}, $con);`,
        '    }',
        '}',
        'foreach ($wanted as $each) {',
        '    if (!\\in_array($each, $known, true)) {',
        `        $this->add${one}(${variables.map((_, index) => `$each[${index}]`).join(', ')});`,
        '    }',
        '}',
        '',
        'return $this;',
      ]),
    ),
    ...method(`public function clear${many}(): void`, [`${held} = null;`]),
  ];
  return { properties: [], methods };
}
