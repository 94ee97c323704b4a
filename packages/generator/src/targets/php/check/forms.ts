import { isPhpClassName, isPhpLabel, isPhpNamespace, isReservedClassName } from '../../../languages/php/names.js';
import { FOLDER, shape, TEXT } from '../../../model/gate.js';
import type {
  Column,
  Database,
  ForeignKey,
  PhpColumn,
  PhpDefaults,
  PhpForeignKey,
  PhpTable,
  Table,
} from '../../../model/model.js';
import { crossReferenceForms, foreignKeyNames, formsOf, inheritanceForms, LETTERS } from '../../forms.js';

const php = formsOf('schema/php-name');

const WITH_NAMESPACE = 'write it with its namespace, such as App\\Base';

const LABEL = php('a name in PHP', LETTERS, isPhpLabel);
const CLASS_LABEL = php(
  'the name of a PHP class',
  `${LETTERS}, and no PHP reserved word`,
  (name) => isPhpLabel(name) && !isReservedClassName(name),
);
const NAMESPACE = php(
  'a PHP namespace',
  'write names of letters, digits and underscores with a backslash between, such as App\\Model',
  (name) => name === '' || isPhpNamespace(name),
);
const CLASS = php('the name of a PHP class', WITH_NAMESPACE, isClassReference);
const PHP_TYPE = php('a PHP type', WITH_NAMESPACE, (type) => type.split('|').every(isPhpClassName));

/** A class with its namespace, whose last part may name a class. */
export function isClassReference(name: string): boolean {
  return isPhpClassName(name) && !isReservedClassName(name.slice(name.lastIndexOf('\\') + 1));
}

const COLUMN = shape<Pick<Column, 'memberName' | 'memberNameSingular' | 'php'>>({
  memberName: LABEL,
  memberNameSingular: LABEL,
  php: { each: shape<PhpColumn>({ phpType: PHP_TYPE, typeHint: TEXT, tableMapName: TEXT }) },
});

const FOREIGN_KEY = shape<Pick<ForeignKey, 'relationName' | 'backName' | 'backNamePlural' | 'php'>>({
  ...foreignKeyNames(LABEL),
  php: { each: shape<PhpForeignKey>({ interface: CLASS }) },
});

const TABLE = shape<Pick<Table, 'className' | 'php' | 'columns' | 'foreignKeys' | 'crossReferences' | 'inheritance'>>({
  className: CLASS_LABEL,
  php: {
    each: shape<PhpTable>({
      namespace: NAMESPACE,
      package: FOLDER,
      baseClass: CLASS,
      baseQueryClass: CLASS,
      interface: CLASS,
    }),
  },
  columns: { each: COLUMN },
  foreignKeys: { each: FOREIGN_KEY },
  crossReferences: { each: crossReferenceForms(LABEL) },
  inheritance: { each: inheritanceForms(CLASS_LABEL, CLASS) },
});

const DEFAULTS = shape<Omit<PhpDefaults, 'origin'>>({ namespace: NAMESPACE, baseClass: CLASS, baseQueryClass: CLASS });

/** What printers of PHP write as it stands, and what it has to be. */
export const PHP_FORMS = shape<Pick<Database, 'php' | 'tables'>>({
  tables: { each: TABLE },
  php: { each: DEFAULTS },
});
