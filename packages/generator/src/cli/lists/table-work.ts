import { printable, quoted } from '../../diagnostics/printable.js';
import { DatabaseError } from '../../platforms/connection.js';
import type { CommandOptions, Context } from '../command.js';
import { counted } from '../summary.js';
import { examine, findUnranked, rankRows, repairList, type TableFigures } from './check.js';
import type { PlannedTable } from './plan.js';
import {
  brokenLine,
  type CheckedList,
  type RankedList,
  rankedLine,
  type TableReport,
  tableLine,
  unrankedCount,
} from './report.js';
import type { ListScope } from './scope.js';
import { ListHeld, type ListSession, listName } from './session.js';

/** Lists of a table that are shown one by one; `--json` has them all. */
const SHOWN = 100;
/** So many lists in a row that others hold are enough to stop: each costs the whole time-out. */
const MOST_HELD = 3;

/** The work on one table: ranks rows, looks for broken lists, repairs them, and says so. */
export class TableWork {
  #shown = 0;
  #held = 0;
  /** The database refused something that it would refuse again. */
  #stopped = false;

  constructor(
    private readonly context: Context,
    private readonly session: ListSession,
    private readonly table: PlannedTable,
    private readonly options: CommandOptions,
    /** Why lists without a header table cannot be locked here. */
    private readonly refusal: string | undefined,
  ) {}

  async run(): Promise<TableReport> {
    const { table } = this;
    const report: TableReport = { table, status: 'failed', lists: 0, rows: 0, unranked: 0, broken: [], ranked: [] };
    if (!this.#canCompare()) return report;
    try {
      const mayChange = this.#mayChange();
      if (mayChange && this.options.rankUnranked !== undefined) report.ranked = await this.#rank();
      const found = await examine(this.session, table);
      const broken = found.broken.map((list): CheckedList => ({ ...list, status: 'broken', changed: 0 }));
      Object.assign(report, { status: 'checked', lists: found.lists, rows: found.rows, broken });
      report.unranked = unrankedCount(found);
      this.context.terminal.result(tableLine(table, this.session.name, found));
      this.#shown = 0;
      for (const [i, list] of broken.entries()) {
        this.#progress(i, broken.length);
        const outcome = mayChange && this.options.repair ? await this.#repair(list) : '';
        this.#show(`${brokenLine(table, list)}${outcome}`);
      }
      this.#showRest('list');
      this.#hint(found);
    } catch (error) {
      this.#refused(error);
    }
    return report;
  }

  /** Values whose order the application brings into SQLite cannot be told apart here. */
  #canCompare(): boolean {
    const column = this.table.lists.named.scope.find(({ collate }) => collate !== '');
    if (column === undefined) return true;
    this.context.reporter.error({
      code: 'lists/collation',
      message: `the lists of ${this.#place()} cannot be told apart from here: ${quoted(column.column.name)} is compared by${column.collate.replace('COLLATE ', '')}, which only generated classes have`,
      help: 'use checkList() and repairList() of its query class',
    });
    return false;
  }

  #mayChange(): boolean {
    const { repair, rankUnranked } = this.options;
    const { table, lists } = this.table;
    if (!repair && rankUnranked === undefined) return false;
    if (table.readOnly) {
      this.context.reporter.warning({
        code: 'lists/read-only',
        message: `the table ${this.#place()} is readOnly in the schema, and was only checked`,
      });
      return false;
    }
    if (this.refusal === undefined || lists.header) return true;
    this.context.reporter.error({
      code: 'lists/cluster',
      message: `the lists of ${this.#place()} were only checked: ${this.refusal}`,
      help: 'add <parameter name="header_table" value="true"/> to its sortable behavior, run "orm sql:build" and "orm model:build", and create the new table',
    });
    return false;
  }

  async #rank(): Promise<readonly RankedList[]> {
    const waiting = await findUnranked(this.session, this.table);
    if (waiting.length === 0) return [];
    const rows = unrankedCount({ unranked: waiting });
    this.context.terminal.result(
      `${printable(this.table.name)} on ${printable(this.session.name)}: ${counted(rows, 'row')} without a rank in ${counted(waiting.length, 'list')}`,
    );
    const ranked: RankedList[] = [];
    for (const [i, { scope }] of waiting.entries()) {
      this.#progress(i, waiting.length);
      const done = await this.#attempt(scope, 'ranked', () => rankRows(this.session, this.table, scope));
      if (done === undefined || done.rows === 0) continue;
      ranked.push({ scope, ...done });
      this.#show(rankedLine(this.table, { scope, ...done }));
    }
    this.#showRest('list');
    return ranked;
  }

  /** What to add to the line of the list. */
  async #repair(list: CheckedList): Promise<string> {
    const repair = await this.#attempt(list.scope, 'repaired', () => repairList(this.session, this.table, list.scope));
    if (repair === undefined) {
      list.status = 'failed';
      return ' → not repaired';
    }
    list.status = repair.wasBroken ? 'repaired' : 'right';
    list.changed = repair.changed;
    return repair.wasBroken ? ` → repaired, ${counted(repair.changed, 'row')} changed` : ' → right meanwhile';
  }

  /** Changes one list; nothing when that was not possible, which is reported. */
  async #attempt<T>(scope: ListScope, done: string, change: () => Promise<T>): Promise<T | undefined> {
    if (this.#stopped) return undefined;
    try {
      const result = await change();
      this.#held = 0;
      return result;
    } catch (error) {
      const list = `${listName(this.table, scope)} on ${quoted(this.session.name)}`;
      if (error instanceof ListHeld) {
        this.#stopped = ++this.#held >= MOST_HELD;
        this.context.reporter.error({
          code: 'lists/held',
          message: `${list} was not ${done}: another session holds the list or rows of it`,
          help: 'run the command again later, or raise runtime.lists.lockTimeout',
        });
      } else if (error instanceof DatabaseError) {
        this.#stopped = true;
        this.context.reporter.error({
          code: 'database/refused',
          message: `${list} was not ${done}: ${this.session.clean(error)}`,
          help: [...error.details, 'nothing was changed in it'].join('\n'),
        });
      } else throw error;
      if (this.#stopped) {
        this.context.reporter.note({
          code: 'lists/stopped',
          message: `the other lists of ${this.#place()} were not tried`,
        });
      }
      return undefined;
    }
  }

  /** The table as a whole could not be read. */
  #refused(error: unknown): void {
    const { reporter } = this.context;
    if (error instanceof ListHeld) {
      reporter.error({
        code: 'lists/held',
        message: `${this.#place()} could not be read: another session holds it`,
        help: 'run the command again later, or raise runtime.lists.lockTimeout',
      });
      return;
    }
    if (!(error instanceof DatabaseError)) throw error;
    reporter.error({
      code: 'database/refused',
      message: `${this.#place()} could not be read: ${this.session.clean(error)}`,
      help: [
        ...error.details,
        'a table that has just become sortable needs its columns first: "orm migration:diff" writes a migration that adds them; in SQL:',
        ...this.table.additions.map((statement) => `  ${statement}`),
      ].join('\n'),
    });
  }

  /** A table without a single list has just become sortable, most likely; elsewhere rows may well be in no list. */
  #hint({ lists, rows, unranked }: TableFigures): void {
    const waiting = unrankedCount({ unranked });
    const isNew = this.table.lists.required ? waiting > 0 : lists === 0 || rows === 0;
    if (waiting === 0 || !isNew || this.options.rankUnranked !== undefined) return;
    const zero = this.table.lists.required ? ' (0 in a rank that cannot be NULL)' : '';
    this.context.reporter.note({
      code: 'lists/unranked',
      message: `${counted(waiting, 'row')} of ${this.#place()} ${waiting === 1 ? 'has' : 'have'} no rank yet${zero}`,
      help: `"orm list:check --rank-unranked --table ${this.table.name}" puts them into their lists, in the order of the primary key; --rank-unranked=column in that of a column`,
    });
  }

  #place(): string {
    return `${quoted(this.table.name)} on ${quoted(this.session.name)}`;
  }

  #show(line: string): void {
    if (++this.#shown <= SHOWN) this.context.terminal.result(`  ${line}`);
  }

  #showRest(noun: string): void {
    if (this.#shown > SHOWN) this.context.terminal.result(`  … and ${counted(this.#shown - SHOWN, noun)} more`);
    this.#shown = 0;
  }

  #progress(done: number, total: number): void {
    this.context.terminal.progress.update(
      `${this.table.name} on ${this.session.name}: ${String(done)} of ${String(total)} lists`,
    );
  }
}
