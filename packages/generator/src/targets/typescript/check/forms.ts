import { isReservedTsName, isTsGlobal, isTsIdentifier } from '../../../languages/typescript/names.js';
import { isTsType } from '../../../languages/typescript/type-text.js';
import { type Form, shape } from '../../../model/gate.js';
import type {
  Column,
  CrossReference,
  Database,
  ForeignKey,
  Inheritance,
  InheritanceClass,
  Table,
  TypescriptColumn,
} from '../../../model/model.js';

const typescript = (what: string, help: string, holds: (text: string) => boolean): Form => ({
  what,
  code: 'schema/typescript-name',
  help,
  holds,
});

const LETTERS = 'write letters, digits and underscores, not starting with a digit';

const MEMBER = typescript('a name in TypeScript', LETTERS, isTsIdentifier);
const CLASS = typescript(
  'the name of a class in TypeScript',
  `${LETTERS}, and no word or class of TypeScript itself`,
  (name) => isTsIdentifier(name) && !isReservedTsName(name) && !isTsGlobal(name),
);

const TYPE = typescript(
  'a type of TypeScript',
  "write the name of a type, such as import('../types.js').Meta, also with [], <…>, | or &; other types belong into a file of yours",
  isTsType,
);

const COLUMN = shape<Pick<Column, 'memberName' | 'typescript'>>({
  memberName: MEMBER,
  typescript: { each: shape<TypescriptColumn>({ tsType: TYPE }) },
});
const FOREIGN_KEY = shape<Pick<ForeignKey, 'relationName' | 'backName' | 'backNamePlural'>>({
  relationName: MEMBER,
  backName: MEMBER,
  backNamePlural: MEMBER,
});
const CROSS_REFERENCE = shape<Pick<CrossReference, 'relationName' | 'relationNamePlural'>>({
  relationName: MEMBER,
  relationNamePlural: MEMBER,
});
const INHERITED = shape<Pick<InheritanceClass, 'className' | 'extends'>>({ className: CLASS, extends: CLASS });
const TABLE = shape<Pick<Table, 'className' | 'columns' | 'foreignKeys' | 'crossReferences' | 'inheritance'>>({
  className: CLASS,
  columns: { each: COLUMN },
  foreignKeys: { each: FOREIGN_KEY },
  crossReferences: { each: CROSS_REFERENCE },
  inheritance: { each: shape<Pick<Inheritance, 'classes'>>({ classes: { each: INHERITED } }) },
});

/** What printers of TypeScript write as it stands, and what it has to be. */
export const TYPESCRIPT_FORMS = shape<Pick<Database, 'tables'>>({ tables: { each: TABLE } });
