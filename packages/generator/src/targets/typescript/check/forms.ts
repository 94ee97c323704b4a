import { isReservedTsName, isTsGlobal, isTsIdentifier } from '../../../languages/typescript/names.js';
import { isTsType } from '../../../languages/typescript/type-text.js';
import { shape } from '../../../model/gate.js';
import type { Column, Database, ForeignKey, Table, TypescriptColumn } from '../../../model/model.js';
import { crossReferenceForms, foreignKeyNames, formsOf, inheritanceForms, LETTERS } from '../../forms.js';

const typescript = formsOf('schema/typescript-name');

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
const FOREIGN_KEY = shape<Pick<ForeignKey, 'relationName' | 'backName' | 'backNamePlural'>>(foreignKeyNames(MEMBER));
const TABLE = shape<Pick<Table, 'className' | 'columns' | 'foreignKeys' | 'crossReferences' | 'inheritance'>>({
  className: CLASS,
  columns: { each: COLUMN },
  foreignKeys: { each: FOREIGN_KEY },
  crossReferences: { each: crossReferenceForms(MEMBER) },
  inheritance: { each: inheritanceForms(CLASS, CLASS) },
});

/** What printers of TypeScript write as it stands, and what it has to be. */
export const TYPESCRIPT_FORMS = shape<Pick<Database, 'tables'>>({ tables: { each: TABLE } });
