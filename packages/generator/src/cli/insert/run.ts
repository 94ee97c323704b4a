import { type DiagnosticError, failure, type Reporter } from '../../diagnostics/diagnostic.js';
import { quoted } from '../../diagnostics/printable.js';
import type { Span } from '../../diagnostics/source.js';
import { DatabaseError } from '../../platforms/connection.js';
import type { Terminal } from '../terminal.js';
import { lossSentences } from './losses.js';
import type { PlannedFile, PlannedStatement } from './plan.js';
import { firstLine, refusedStatement, shownStatement } from './refused-statement.js';
import { withoutPassword } from './scrub.js';
import type { Session } from './session.js';

export interface FileResult {
  readonly file: string;
  readonly statements: number;
  readonly milliseconds: number;
}

const SAVEPOINT = 'orm_drop';

/** Runs the files of a connection; in one transaction where that can hold them. */
export async function runSession(session: Session, terminal: Terminal, reporter: Reporter): Promise<FileResult[]> {
  return new Run(session, terminal, reporter).run();
}

class Run {
  readonly #total: number;
  #done = 0;

  constructor(
    private readonly session: Session,
    private readonly terminal: Terminal,
    private readonly reporter: Reporter,
  ) {
    this.#total = session.plan.files.reduce((sum, file) => sum + file.statements.length, 0);
  }

  async run(): Promise<FileResult[]> {
    const { database, plan } = this.session;
    const { execution } = plan.access;
    const prepared = await this.#guard(() => execution.prepare?.(database) ?? Promise.resolve());
    if (execution.transactional) await this.#guard(() => database.begin());
    const results: FileResult[] = [];
    for (const file of plan.files) results.push(await this.#runFile(file));
    const problem = await this.#guard(() => execution.verify?.(database, prepared) ?? Promise.resolve(undefined));
    if (problem !== undefined) throw await this.#stop(problem, undefined, []);
    if (execution.transactional) await this.#guard(() => database.commit());
    return results;
  }

  async #runFile(file: PlannedFile): Promise<FileResult> {
    const started = performance.now();
    let ran = 0;
    for (const statement of file.statements) {
      const { name } = this.session.plan.connection;
      this.terminal.progress.update(
        `${file.name} → ${name}: ${String(this.#done)} of ${String(this.#total)} statements`,
      );
      if (await this.#runStatement(file, statement)) ran++;
      this.#done++;
    }
    return { file: file.source.path, statements: ran, milliseconds: Math.round(performance.now() - started) };
  }

  /** Whether the statement did its work; a failure that is no error gives a note. */
  async #runStatement(file: PlannedFile, statement: PlannedStatement): Promise<boolean> {
    const { database, plan } = this.session;
    const { execution } = plan.access;
    const { purpose, text } = statement;
    if (execution.transactional && purpose.transaction !== undefined) {
      this.reporter.note({
        code: 'insert/transaction-skipped',
        message: 'left out: all files of the connection run in one transaction',
        span: firstLine(file.source, statement),
      });
      return false;
    }
    const needsSavepoint = purpose.isDrop && execution.failureEndsTransaction && !/\bif\s+exists\b/i.test(text);
    try {
      if (needsSavepoint) await database.execute(`SAVEPOINT ${SAVEPOINT}`);
      await database.execute(text);
      if (needsSavepoint) await database.execute(`RELEASE SAVEPOINT ${SAVEPOINT}`);
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (!purpose.isDrop || !execution.isMissingObject(error)) throw await this.#fail(error, file, statement);
      if (needsSavepoint) await database.execute(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`);
      this.reporter.note({
        code: 'insert/nothing-to-drop',
        message: `nothing to drop: ${this.#clean(error.message)}`,
        span: firstLine(file.source, statement),
      });
      return false;
    }
  }

  async #fail(error: DatabaseError, file: PlannedFile, statement: PlannedStatement): Promise<DiagnosticError> {
    const advice = this.session.plan.access.execution.advice?.(error);
    const refused = refusedStatement(error, file.source, statement, (text) => this.#clean(text));
    return this.#stop(refused.message, refused.span, [
      ...refused.help,
      ...(advice === undefined ? [] : [advice]),
      ...shownStatement(statement.text),
      `statement ${String(this.#done + 1)} of ${String(this.#total)} on ${quoted(this.session.plan.connection.name)}`,
    ]);
  }

  /** Ends the work on the connection, and says what state that leaves the database in. */
  async #stop(message: string, at: Span | undefined, help: readonly string[]): Promise<DiagnosticError> {
    const state = await this.#undo();
    return failure({ code: 'database/refused', message, span: at, help: [...help, ...state].join('\n') });
  }

  async #undo(): Promise<readonly string[]> {
    const { database, plan, destruction } = this.session;
    if (plan.access.execution.transactional) {
      try {
        await database.rollback();
      } catch {
        // A lost connection rolls back on the server's side.
      }
      return ['everything was rolled back: the database is as it was'];
    }
    if (this.#done === 0) return ['nothing ran before it: the database is as it was'];
    const before =
      this.#done === 1 ? 'the statement before it was run' : `the ${String(this.#done)} statements before it were run`;
    const lost = lossSentences(destruction, [
      'among the tables these held rows',
      'these depended on what was to be dropped',
      'these may have stopped working',
    ]);
    return [`${before}; this database cannot roll back CREATE and DROP, so that stays`, ...lost];
  }

  /** Steps around the statements: an error in them has no place in a file. */
  async #guard<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof DatabaseError) {
        throw await this.#stop(
          this.#clean(error.message),
          undefined,
          error.details.map((line) => this.#clean(line)),
        );
      }
      throw error;
    }
  }

  #clean(text: string): string {
    return withoutPassword(text, this.session.settings);
  }
}
