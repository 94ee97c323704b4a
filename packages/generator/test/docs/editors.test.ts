import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Reporter } from '../../src/diagnostics/diagnostic.js';
import { formatSchema } from '../../src/schema/format/format.js';
import { orm } from '../cli/support/orm.js';
import { configuration, project } from '../cli/support/project.js';
import { Watching } from '../cli/support/watching.js';

const file = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const PAGE = readFileSync(file('docs/editors.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text = '']) => text);

interface Pattern {
  readonly regexp: string;
  readonly severity?: number;
  readonly message?: number;
  readonly file?: number;
  readonly line?: number;
  readonly column?: number;
}
interface Matcher {
  readonly pattern: readonly [Pattern, Pattern];
  readonly background?: { readonly beginsPattern: string; readonly endsPattern: string };
}
interface Tasks {
  readonly tasks: readonly { readonly label: string; readonly command: string; readonly problemMatcher: Matcher }[];
}

const SCHEMA = `<database name="library">
  <table name="book">
    <column name="id" type="INTEGR" primaryKey="true"/>
    <column name="title" type="VARCHAR" siez="9"/>
  </table>
</database>
`;
const wrongProject = (): string =>
  project({ 'orm.json': configuration({ library: { adapter: 'sqlite' } }), 'schema.xml': SCHEMA });
/** As VS Code reads lines: the patterns match one after the other. */
function problems(text: string, { pattern: [first, second] }: Matcher): unknown[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const said = new RegExp(first.regexp).exec(line);
    const place = said && new RegExp(second.regexp).exec(lines[i + 1] ?? '');
    if (!place) return [];
    return [
      {
        severity: said[first.severity ?? 0],
        message: said[first.message ?? 0],
        file: place[second.file ?? 0],
        line: Number(place[second.line ?? 0]),
        column: Number(place[second.column ?? 0]),
      },
    ];
  });
}
const PROBLEMS = [
  { severity: 'error', message: '"INTEGR" is not a value of "type"', file: 'schema.xml', line: 3, column: 29 },
  { severity: 'error', message: 'unknown attribute "siez" on <column>', file: 'schema.xml', line: 4, column: 41 },
];

describe('docs/editors.md', () => {
  const tasks = (): Tasks['tasks'] =>
    blocks('json')
      .map((block) => JSON.parse(block) as Partial<Tasks>)
      .flatMap((block) => block.tasks ?? []);
  const task = (label: string): Tasks['tasks'][number] => {
    const found = tasks().find((one) => one.label === label);
    if (!found) throw new Error(`no task ${label}`);
    return found;
  };

  test('has a schema that the XSD accepts and that is formatted', () => {
    const [example = ''] = blocks('xml');
    const xsd = XmlDocument.fromString(readFileSync(file('packages/generator/schemas/schema.xsd'), 'utf8'));
    const document = XmlDocument.fromString(example);
    const validator = XsdValidator.fromDoc(xsd);
    expect(() => validator.validate(document)).not.toThrow();
    for (const one of [validator, document, xsd]) one.dispose();
    expect(formatSchema({ path: 'schema.xml', text: example }, new Reporter())?.text).toBe(example);
  });

  test('has configurations that are read', () => {
    expect(blocks('yaml').map((block) => parse(block) as unknown)).toEqual([
      { orm: { general: { project: 'library' } } },
    ]);
    expect(blocks('json').length).toBe(4);
  });

  test('the task "orm: check" finds what is wrong', async () => {
    const { command, problemMatcher } = task('orm: check');
    const args = command.replace('npx orm ', '').split(' ');
    const { stderr, code } = await orm(args, { cwd: wrongProject() });
    expect(code).toBe(1);
    expect(problems(stderr, problemMatcher)).toEqual(PROBLEMS);
  });

  test('the task "orm: build on save" begins, finds what is wrong, and ends', async () => {
    const { command, problemMatcher } = task('orm: build on save');
    const args = command.replace('npx orm ', '').replace(' 2>&1 | cat', '').split(' ');
    const { beginsPattern = '', endsPattern = '' } = problemMatcher.background ?? {};
    const run = new Watching(args, wrongProject());
    const text = await run.until(/2 errors\n/);
    run.kill('SIGINT');
    expect(await run.ended()).toBe(0);
    const lines = text.trim().split('\n');
    const matching = (pattern: string): number[] =>
      lines.flatMap((line, i) => (new RegExp(pattern).test(line) ? [i] : []));
    expect(matching(beginsPattern)).toEqual([0]);
    expect(matching(endsPattern)).toEqual([lines.length - 1]);
    expect('1 table → 5 files (5 created) in 48 ms').toMatch(new RegExp(endsPattern));
    expect(problems(text, problemMatcher)).toEqual(PROBLEMS);
  });

  test('formats on save as it says', async () => {
    const messy = '<database name="library"><table name="a"/></database>';
    const cwd = project({ 'my schema.xml': messy });
    const settings = JSON.parse(blocks('json')[2] ?? '{}') as {
      'emeraldwalk.runonsave': { commands: readonly [{ match: string; cmd: string }] };
    };
    const [{ match, cmd }] = settings['emeraldwalk.runonsave'].commands;
    expect('/a/my schema.xml').toMatch(new RegExp(match));
    expect(cmd).toBe(`npx orm schema:format "\${file}"`);
    expect((await orm(['schema:format', `${cwd}/my schema.xml`], { cwd })).code).toBe(0);
    const saved = readFileSync(`${cwd}/my schema.xml`, 'utf8');
    expect(PAGE).toContain('formatprg=npx\\ orm\\ schema:format\\ -');
    expect((await orm(['schema:format', '-'], { cwd, input: messy })).stdout).toBe(saved);
  });
});
