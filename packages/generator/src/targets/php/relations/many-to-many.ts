import { phpString } from '../../../languages/php/literal.js';
import type { CrossReference } from '../../../model/model.js';
import { type ModelPrinter, method } from '../model-printer.js';
import { childProperty, crossProperty, relationParameter } from './names.js';
import type { RelationText } from './text.js';
import { toMany } from './to-many.js';

/** The objects at the other end of a cross-reference table. */
export function manyToMany(printer: ModelPrinter, cross: CrossReference): RelationText {
  const [target] = cross.targets;
  if (target === undefined) return { properties: [], methods: [] };
  if (cross.targets.length > 1) return combinations(printer, cross);
  const classes = printer.classesOf(target.foreignTable);
  const property = crossProperty(cross);
  const { properties, methods } = toMany(printer, {
    one: cross.relationName,
    many: cross.relationNamePlural,
    property,
    model: printer.file.use(classes.model, 'Child'),
    query: printer.file.use(classes.query, 'Child'),
    kind: 'Target',
    readOnly: cross.crossTable.readOnly,
  });
  const isLoaded = method(`public function is${cross.relationNamePlural}Loaded(): bool`, [
    `return $this->${property}->complete ?? false;`,
  ]);
  return { properties, methods: [...methods, ...isLoaded] };
}

/**
 * A cross-reference table that joins more than two tables: its rows are combinations. They are the objects of the
 * cross-reference table, seen as what they point at.
 */
function combinations(printer: ModelPrinter, cross: CrossReference): RelationText {
  const { file, connection } = printer;
  const [one, many] = [cross.relationName, cross.relationNamePlural];
  const middle = file.use(printer.classesOf(cross.crossTable).model, 'Child');
  const related = file.use('Orm\\Runtime\\Relation\\RelatedObjects');
  const down = phpString(cross.via.backName);
  const held = `$this->${childProperty(cross.via)}`;
  const targets = cross.targets.map((key) => ({
    relation: key.relationName,
    type: file.use(printer.classesOf(key.foreignTable).model, 'Child'),
    variable: `$${relationParameter(key.relationName)}`,
  }));
  const parameters = targets.map(({ type, variable }) => `${type} ${variable}`).join(', ');
  const map = `[${targets.map(({ relation, variable }) => `${phpString(relation)} => ${variable}`).join(', ')}]`;
  const tuple = `array{${targets.map(({ type }) => type).join(', ')}}`;
  const variables = targets.map(({ variable }) => variable);
  const found = `$this->fetchChildren(${down}, ${held} ??= new ${related}(${middle}::class), null, $con)`;
  const get = method(
    `public function get${many}(?${connection} $con = null): array`,
    [
      '$combinations = [];',
      `foreach (${found} as $objectBetween) {`,
      ...targets.map(({ relation, variable }) => `    ${variable} = $objectBetween->get${relation}($con);`),
      `    if (${variables.map((variable) => `${variable} !== null`).join(' && ')}) {`,
      `        $combinations[] = [${variables.join(', ')}];`,
      '    }',
      '}',
      '',
      'return $combinations;',
    ],
    [`@return list<${tuple}>`],
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
    ...method(
      `public function set${many}(iterable $combinations, ?${connection} $con = null): static`,
      [
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
      ],
      [`@param iterable<${tuple}> $combinations`],
    ),
    ...method(`public function clear${many}(): void`, [`${held} = null;`]),
  ];
  return { properties: [], methods };
}
