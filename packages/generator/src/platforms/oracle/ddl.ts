import { DdlPrinter } from '../ddl-printer.js';
import type {
  ColumnShape,
  DatabaseShape,
  IndexShape,
  ObjectName,
  Options,
  PrimaryKeyShape,
  TableShape,
  ViewShape,
} from '../shape.js';
import { identifier, text } from './quoting.js';

export class OracleDdl extends DdlPrinter {
  readonly title = 'Oracle';
  identifier = identifier;
  text = text;

  override header(shape: DatabaseShape, project: string | undefined): string {
    // Its own client would ask for the value of every &name and end a statement at an empty line within a text.
    return `${super.header(shape, project)}\n-- In SQL*Plus and SQLcl: SET DEFINE OFF and SET SQLBLANKLINES ON before you start it.`;
  }

  /** SQL*Plus runs a PL/SQL block at a line with `/`: the block's own `;` does not end it. */
  override terminate(statement: string): string {
    return statement.startsWith('BEGIN\n') ? `${statement}\n/` : `${statement};`;
  }

  /** A schema is a user: the tables are created in that of whoever is connected, and `check` refuses another. */
  override name({ name }: ObjectName): string {
    return identifier(name);
  }

  override dropTable(table: TableShape): string[] {
    return [dropBlock(`DROP TABLE ${this.name(table)} CASCADE CONSTRAINTS PURGE`, -942)];
  }

  override dropSequence(sequence: ObjectName): string[] {
    return [dropBlock(`DROP SEQUENCE ${this.name(sequence)}`, -2289)];
  }

  override dropView(view: ViewShape): string[] {
    return [dropBlock(`DROP VIEW ${this.name(view)}`, -942)];
  }

  override numbering(_table: TableShape, { sequence }: ColumnShape): string[] {
    return sequence === undefined ? [] : [`DEFAULT ${this.name(sequence)}.NEXTVAL`];
  }

  override primaryKey(key: PrimaryKeyShape): string {
    const { options = {} } = key;
    const using = Object.keys(options).length > 0 ? `\n    USING INDEX ${clauses(options).join(' ')}` : '';
    return super.primaryKey(key) + using;
  }

  override tableOptions({ options }: TableShape): string {
    return clauses(options)
      .map((clause) => `\n${clause}`)
      .join('');
  }

  /** The one other kind of index that Oracle has stands before the word. */
  override createIndex(table: ObjectName, index: IndexShape): string {
    const { using, options = {}, ...rest } = index;
    const statement = super.createIndex(table, rest);
    const attributes = clauses(options).map((clause) => `\n  ${clause}`);
    return (using === 'bitmap' ? statement.replace('CREATE ', 'CREATE BITMAP ') : statement) + attributes.join('');
  }
}

const clauses = (options: Options): string[] => Object.entries(options).map(([name, value]) => `${name} ${value}`);

/** DROP has no IF EXISTS before release 23: the error that means "does not exist" is let pass. */
function dropBlock(statement: string, missing: number): string {
  return [
    'BEGIN',
    `  EXECUTE IMMEDIATE ${text(statement)};`,
    'EXCEPTION',
    '  WHEN OTHERS THEN',
    `    IF SQLCODE != ${missing} THEN RAISE; END IF;`,
    'END;',
  ].join('\n');
}
