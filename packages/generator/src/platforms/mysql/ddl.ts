import { DdlPrinter } from '../ddl-printer.js';
import type { ColumnShape, DatabaseShape, IndexShape, TableShape } from '../shape.js';
import { identifier, text } from './quoting.js';

export class MysqlDdl extends DdlPrinter {
  readonly title = 'MySQL and MariaDB';
  identifier = identifier;
  text = text;
  /** FOREIGN_KEY_CHECKS = 0 lets a key name a table that comes later. */
  override readonly namesLaterTables = true;

  override prologue({ schemas }: DatabaseShape): string[] {
    return [
      // Tables are dropped parents first, and a cycle has no first.
      'SET FOREIGN_KEY_CHECKS = 0',
      ...schemas.map((schema) => `CREATE DATABASE IF NOT EXISTS ${identifier(schema)}`),
    ];
  }

  override epilogue(): string[] {
    return ['SET FOREIGN_KEY_CHECKS = 1'];
  }

  dropTable(table: TableShape): string[] {
    return [`DROP TABLE IF EXISTS ${this.name(table)}`];
  }

  override numbering(_table: TableShape, { identity }: ColumnShape): string[] {
    return identity === undefined ? [] : ['AUTO_INCREMENT'];
  }

  override columnWords(table: TableShape, column: ColumnShape): string[] {
    const { onUpdate, comment } = column;
    return [
      ...super.columnWords(table, column),
      ...(onUpdate === undefined ? [] : [`ON UPDATE ${onUpdate}`]),
      ...(comment === undefined ? [] : [`COMMENT ${text(comment)}`]),
    ];
  }

  override keyLines(table: TableShape): string[] {
    return [...super.keyLines(table), ...table.indexes.map((index) => this.indexLine(index))];
  }

  /** Words and places are indexed by a kind of index of their own, which stands before the word. */
  indexLine({ name, kind, using, parts }: IndexShape): string {
    const isSpecial = using === 'FULLTEXT' || using === 'SPATIAL';
    const what = isSpecial ? `${using} INDEX` : kind.toUpperCase();
    const method = using === undefined || isSpecial ? '' : ` USING ${using}`;
    return `${what} ${identifier(name)}${method} (${this.parts(parts)})`;
  }

  override indexStatements(): string[] {
    return [];
  }

  override tableOptions({ options, comment, partitionBy }: TableShape): string {
    const parts = [
      ...Object.entries(options).map(([name, value]) => `${name}=${value}`),
      ...(comment === undefined ? [] : [`COMMENT=${text(comment)}`]),
    ];
    const partitions = partitionBy === undefined ? '' : `\nPARTITION BY ${partitionBy}`;
    return ` ${parts.join(' ')}${partitions}`;
  }

  override comments(): string[] {
    return [];
  }
}
