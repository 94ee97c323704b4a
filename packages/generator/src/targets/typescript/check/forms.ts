import { isReservedTsName, isTsGlobal, isTsIdentifier } from '../../../languages/typescript/names.js';
import { type Form, shape } from '../../../model/gate.js';
import type { Column, Database, Table } from '../../../model/model.js';

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

const COLUMN = shape<Pick<Column, 'memberName'>>({ memberName: MEMBER });
const TABLE = shape<Pick<Table, 'className' | 'columns'>>({ className: CLASS, columns: { each: COLUMN } });

/** What printers of TypeScript write as it stands, and what it has to be. */
export const TYPESCRIPT_FORMS = shape<Pick<Database, 'tables'>>({ tables: { each: TABLE } });
