import type { CommandDescriptor, Example, OptionDescriptor } from './command.js';
import { wrap } from './wrap.js';

/** What a page about commands has to say of them, made from their descriptors. */
export interface CommandFacts {
  readonly commands: readonly CommandDescriptor[];
  readonly common: readonly OptionDescriptor[];
}

/**
 * docs/commands.md, brought up to date: the table of commands, the options that all share, and for each command a section
 * that begins with what its descriptor says. Text that a person wrote behind such a beginning stays where it is.
 */
export function commandReference(page: string, { commands, common }: CommandFacts): string {
  const [start = '', ...parts] = page.split(/^(?=## [a-z]+(?::[a-z]+)*$)/m);
  const written = new Map(parts.map((part) => [/^## (.*)$/m.exec(part)?.[1] ?? '', textBehind(part)]));
  for (const [name, text] of written) {
    if (text !== '' && !commands.some((command) => command.name === name)) {
      throw new Error(`docs/commands.md has text about "${name}", which is no command: move it, or take it out`);
    }
  }
  const frame = region(region(start, 'commands', commandTable(commands)), 'options', optionTable(common));
  return `${[
    frame.trimEnd(),
    ...commands.map((command) => {
      const text = written.get(command.name) ?? '';
      return `## ${command.name}\n\n${marked(command.name, commandSection(command))}${text === '' ? '' : `\n\n${text}`}`;
    }),
  ].join('\n\n')}\n`;
}

const endMark = (name: string): string => `<!-- end of ${name} -->`;

function marked(name: string, text: string): string {
  return `<!-- ${name}: made from its descriptor -->\n\n${text}\n\n${endMark(name)}`;
}

function textBehind(part: string): string {
  const end = /^<!-- end of [a-z:]+ -->$/m.exec(part);
  return part.slice(end === null ? part.indexOf('\n') : end.index + end[0].length).trim();
}

function region(page: string, name: string, text: string): string {
  const marks = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(${endMark(name)})`);
  if (!marks.test(page)) throw new Error(`docs/commands.md has no place for its ${name}`);
  return page.replace(marks, (_, start: string, end: string) => `${start}\n${text}\n\n${end}`);
}

function commandTable(commands: readonly CommandDescriptor[]): string {
  return table(
    ['command', 'also', 'what it does'],
    commands.map(({ name, aliases, summary }) => [
      `[\`${name}\`](#${name.replaceAll(':', '')})`,
      aliases.map((alias) => `\`${alias}\``).join(', '),
      codeWords(summary.charAt(0).toLowerCase() + summary.slice(1)),
    ]),
  );
}

function commandSection(command: CommandDescriptor): string {
  const { summary, description, argument, options, examples, json, exitOne } = command;
  return [
    ...[`${summary}.`, ...description].map((text) => wrap(codeWords(text), 120).join('\n')),
    table(
      ['option', 'meaning'],
      [
        ...(argument === undefined ? [] : [{ flags: argument.name, description: argument.description }]),
        ...options,
      ].map(({ flags, description: meaning }) => [`\`${flags}\``, codeWords(meaning)]),
    ),
    ...(json === undefined ? [] : [`Fields of \`--json\`: ${json.map((field) => `\`${field}\``).join(', ')}.`]),
    `\`\`\`sh\n${exampleLines(examples)}\n\`\`\``,
    ...(exitOne === undefined ? [] : [`Exit code 1: failed, ${exitOne}.`]),
  ].join('\n\n');
}

function exampleLines(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(({ line }) => line.length));
  return examples.map(({ line, meaning }) => `${line.padEnd(width)}  # ${meaning}`).join('\n');
}

function optionTable(options: readonly OptionDescriptor[]): string {
  return table(
    ['option', 'meaning'],
    options.map(({ flags, description }) => [`\`${flags}\``, codeWords(description)]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Help is plain text; on a page flags, keys, files, commands and placeholders are set as code. */
const CODE = new RegExp(
  [
    '"orm [^"]*"',
    '(?<![\\w-])--[a-z][a-z-]*(?:[= ]<[a-z]+>)?',
    '%env\\.[A-Z_]+%',
    '[\\w.<>*-]+/(?:[\\w.<>*-]+/?)*',
    '\\*?[\\w<>-]*\\.(?:xml|php|map|sql|yaml|yml|json|ini|svg|html|dot)\\b',
    '\\b(?:general|paths|database|generator|runtime)\\.[a-zA-Z.<>]+[a-zA-Z>]',
    '\\b(?:sql|model|schema|config|list|database):[a-z]+\\b',
    '\\b[a-z]+: (?:true|false)\\b',
    '\\b[A-Z]+_[A-Z_]+\\b(?:=\\w+)?',
    '\\bgenerated-[a-z]+\\b',
  ].join('|'),
  'g',
);

function codeWords(text: string): string {
  return text
    .replaceAll(CODE, (word) => `\`${word.startsWith('"') ? word.slice(1, -1) : word}\``)
    .replaceAll('"`', '`')
    .replaceAll('`"', '`');
}
