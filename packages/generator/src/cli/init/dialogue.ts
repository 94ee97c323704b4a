import { printable } from '../../diagnostics/printable.js';
import type { InstallCommand } from '../install-line.js';
import type { Answers, Facts, QuestionId } from './answers.js';
import type { Installation } from './install.js';
import type { Prompter } from './prompter.js';
import { CONNECTION_QUESTIONS, derived, PROJECT_QUESTIONS, type Question, questionOf } from './questions.js';
import { CONNECTION_IDS, LOGIN_IDS, type SummaryLine, summaryOf } from './summary.js';
import type { Trial } from './trial.js';

/** What the dialogue needs besides the answers. */
export interface Dialogue {
  readonly prompter: Prompter;
  /** What is known before anything is asked. */
  readonly facts: Facts;
  /** `--yes`: what has a fallback is not asked. */
  readonly takesFallbacks: boolean;
  /** Nothing: the connection is not to be tried. `afresh`: in a process that has not looked for the driver yet. */
  readonly attempt: ((answers: Answers, afresh: boolean) => Promise<Trial>) | undefined;
  /** How a missing driver is installed here, and what does it. */
  readonly installCommand: (driver: string) => InstallCommand;
  readonly install: (driver: string) => Promise<Installation>;
}

/** How the dialogue ended: everything that is needed to write the files. */
export interface Outcome {
  readonly answers: Answers;
  readonly trial: Trial | undefined;
}

/** Asks everything that the flags have not answered, shows the summary, and changes it until the person is content. */
export async function converse(dialogue: Dialogue, given: Answers): Promise<Outcome> {
  let outcome = await settleConnection(dialogue, { answers: derived(given), trial: undefined });
  outcome = await settleProject(dialogue, outcome);
  if (dialogue.takesFallbacks) return outcome;
  for (;;) {
    const lines = summaryOf(outcome.answers, tablesOf(outcome.trial));
    dialogue.prompter.table(
      'This is what will be written',
      lines.map(({ label, value }) => [label, value]),
    );
    const line = await pickLine(dialogue.prompter, lines);
    if (line === undefined) return outcome;
    outcome = await change(dialogue, outcome, line);
  }
}

async function pickLine(prompter: Prompter, lines: readonly SummaryLine[]): Promise<SummaryLine | undefined> {
  const next = await prompter.select({
    message: 'Is this right?',
    choices: [
      { value: 'write', label: 'Yes, write the files' },
      { value: 'change', label: 'Change something' },
    ],
  });
  if (next === 'write') return undefined;
  const picked = await prompter.select({
    message: 'What should be changed?',
    choices: lines.map(({ label, value }) => ({ value: label, label, hint: value })),
  });
  return lines.find(({ label }) => label === picked);
}

/** Asks the questions of a line again, with the answers they have as a start. */
async function change(dialogue: Dialogue, { answers, trial }: Outcome, line: SummaryLine): Promise<Outcome> {
  if (!line.questions.some((id) => CONNECTION_IDS.includes(id))) {
    let changed = answers;
    for (const id of line.questions)
      changed = await answer(dialogue, questionOf(id), changed, tablesOf(trial), answers);
    return { answers: changed, trial };
  }
  const kept = without(answers, line.questions);
  const settled = await settleConnection(dialogue, { answers: kept, trial: undefined }, answers);
  return settleProject(dialogue, settled);
}

/** The connection, and whether it works: until it does, or the person goes on without it. */
async function settleConnection(dialogue: Dialogue, start: Outcome, before: Answers = {}): Promise<Outcome> {
  let { answers } = start;
  let earlier = before;
  const missing = new Set<string>();
  for (;;) {
    answers = await askAll(dialogue, CONNECTION_QUESTIONS, answers, undefined, earlier);
    const trial = await dialogue.attempt?.(answers, missing.size > 0);
    if (trial === undefined) return { answers, trial };
    const next = await afterTrial(dialogue, trial, missing);
    if (next === 'go on') return { answers, trial };
    earlier = answers;
    if (next === 'edit') answers = without(answers, LOGIN_IDS);
  }
}

async function afterTrial(dialogue: Dialogue, trial: Trial, missing: Set<string>): Promise<'go on' | 'again' | 'edit'> {
  const { prompter, takesFallbacks } = dialogue;
  // Without anybody to ask, a failure is a warning of the command.
  if (takesFallbacks && (trial.kind === 'no-driver' || trial.kind === 'failed')) return 'go on';
  switch (trial.kind) {
    case 'connected':
      prompter.say('success', [`Connected.${tablesLine(trial)}`]);
      return 'go on';
    case 'absent':
      prompter.say('info', ['The file does not exist yet: sql:insert creates it.']);
      return 'go on';
    case 'no-driver':
      return withoutDriver(dialogue, trial.driver, missing);
    case 'failed':
      prompter.say('error', ['No connection.', trial.reason, ...trial.hints]);
      return (await prompter.select({
        message: 'What would you like to do?',
        choices: [
          { value: 'edit', label: 'Change the answers' },
          { value: 'again', label: 'Try again' },
          { value: 'go on', label: 'Without a connection' },
        ],
      })) as 'go on' | 'again' | 'edit';
  }
}

/** Offers to install a driver, once. `missing` has the drivers that it was offered for. */
async function withoutDriver(
  { prompter, installCommand, install }: Dialogue,
  driver: string,
  missing: Set<string>,
): Promise<'go on' | 'again'> {
  const { line, folder } = installCommand(driver);
  prompter.say('warning', [`To connect, Node needs the package ${driver}, which is not installed:`, line]);
  if (!missing.has(driver)) {
    missing.add(driver);
    prompter.say('info', [
      'This can be done now. The command writes package.json, a lock file and node_modules. It runs in',
      printable(folder),
    ]);
    if (await prompter.confirm({ message: 'Install it now?', initial: true })) {
      const outcome = await install(driver);
      if (outcome.kind === 'installed') {
        prompter.say('success', [`Installed: ${driver}`]);
        return 'again';
      }
      prompter.say('error', ['It was not installed.', outcome.reason, ...outcome.tail]);
    }
  }
  return (await prompter.select({
    message: 'What would you like to do?',
    choices: [
      { value: 'go on', label: 'Without trying the connection' },
      { value: 'again', label: 'Try again', hint: 'once it is installed in another window' },
    ],
  })) as 'go on' | 'again';
}

function tablesLine(trial: Trial): string {
  const count = tablesOf(trial);
  if (count === undefined) return '';
  return count === 0
    ? ' The database is empty.'
    : ` The database has ${String(count)} ${count === 1 ? 'table' : 'tables'}.`;
}

/** How many tables the database has; nothing when it was not reached, or cannot be read. */
export function tablesOf(trial: Trial | undefined): number | undefined {
  if (trial?.kind === 'absent') return 0;
  return trial?.kind === 'connected' ? trial.catalog?.tables.length : undefined;
}

async function settleProject(dialogue: Dialogue, { answers, trial }: Outcome): Promise<Outcome> {
  const tables = tablesOf(trial) ?? 0;
  // Without the tables there is nothing to import any more.
  const kept =
    answers.start === 'import' && tables === 0 && !dialogue.takesFallbacks ? without(answers, ['start']) : answers;
  return { answers: await askAll(dialogue, PROJECT_QUESTIONS, kept, tablesOf(trial), {}), trial };
}

async function askAll(
  dialogue: Dialogue,
  questions: readonly Question[],
  given: Answers,
  tables: number | undefined,
  before: Answers,
): Promise<Answers> {
  let answers = given;
  for (const question of questions) {
    if (answers[question.id] !== undefined || !question.applies(answers, dialogue.facts)) continue;
    answers = await answer(dialogue, question, answers, tables, before);
  }
  return answers;
}

/** The answers with one more. `before` has an earlier answer to start from. */
async function answer(
  { prompter, facts, takesFallbacks }: Dialogue,
  question: Question,
  answers: Answers,
  tables: number | undefined,
  before: Answers,
): Promise<Answers> {
  const known: Facts = { ...facts, tables };
  const fallback = question.fallback(answers, known);
  const initial = earlierAnswer(question.id, answers, before);
  if (takesFallbacks && question.needed !== true) return derived({ ...answers, [question.id]: fallback });
  const message = question.message(answers);
  const check = (text: string): string | undefined => question.check(text, answers, known);
  switch (question.kind) {
    case 'select': {
      const choices = question.choices?.(answers, known) ?? [];
      const first = initial ?? (question.id === 'passwordStore' ? 'env' : fallback);
      return derived({ ...answers, [question.id]: await prompter.select({ message, choices, initial: first }) });
    }
    case 'password': {
      const password = await prompter.password({ message, check });
      // What is not there is kept nowhere.
      return password === ''
        ? { ...without(answers, ['passwordStore', 'passwordEnv']), password }
        : derived({ ...answers, password });
    }
    case 'text': {
      const placeholder = question.placeholder?.(answers);
      const text = await prompter.text({ message, fallback, placeholder, initial, check });
      return derived({ ...answers, [question.id]: text });
    }
  }
}

/** What was answered before; a host or a file may have been given as a DSN, and another vendor has other answers. */
function earlierAnswer(id: QuestionId, answers: Answers, before: Answers): string | undefined {
  if (id !== 'adapter' && before.adapter !== answers.adapter) return undefined;
  if (id === 'host') return before.host ?? before.dsn;
  return id === 'file' ? (before.file ?? before.dsn?.replace(/^sqlite:/, '')) : before[id];
}

function without(answers: Answers, ids: readonly QuestionId[]): Answers {
  return Object.fromEntries(Object.entries(answers).filter(([id]) => !ids.includes(id as QuestionId)));
}
