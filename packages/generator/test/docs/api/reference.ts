import { type Description, SECTIONS, type Section } from './descriptions.js';
import type { Members } from './public-methods.js';

/** What the page is made from. */
export interface ApiFacts {
  readonly php: ReadonlyMap<string, Members>;
  readonly typescript: ReadonlyMap<string, Members>;
  /** What behaviors contribute, with the descriptions that they give. */
  readonly contributed: readonly { readonly on: 'model' | 'query'; readonly name: string; readonly doc: string }[];
}

const CLASSES = {
  model: { php: ['Book'], typescript: ['Book', 'BookDraft'] },
  query: { php: ['BookQuery'], typescript: ['BookQuery'] },
  'table map': { php: ['Map\\BookTableMap'], typescript: [] },
} as const;

const COLUMN =
  /^(get|set|filterBy|orderBy|groupBy|findBy|findOneBy|requireOneBy)(Id|Available|Keywords|Excerpt|AuthorId|SortableRank)$/;
const PROPERTY = /^(id|available|keywords|excerpt|authorId|sortableRank)$/;

/** The name that the page has for all methods of a kind. */
const kindOf = (name: string, of: Section['of']): string =>
  name
    .replace(COLUMN, '$1Title')
    .replace(PROPERTY, 'title')
    .replace(of === 'query' ? /BookTag|Review|Tag/ : /BookTag/, of === 'query' ? 'Author' : 'Review');

/** Signatures without the type of the connection, which nearly all methods take, and without what the names say. */
const shorter = (signature: string): string =>
  signature
    .replaceAll('?ConnectionWrapper $con = null', '$con = null')
    .replaceAll(/\(this: (?:new \([^)]*\) => [^,)]+|typeof [^,)]+)(?:, )?/g, '(')
    .replaceAll(/import\("[^"]*"\)\./g, '')
    .replaceAll(/ \| undefined(?=[,)])/g, '')
    .replaceAll('con?: Connection', 'con?');

const cell = (signatures: readonly string[]): string =>
  signatures.length === 0
    ? '–'
    : signatures
        .flatMap((each) => shorter(each).split('\n'))
        .map((each) => `\`${each.replaceAll('|', '\\|')}\``)
        .join('<br>');

const namesOf = ([names]: Description): { readonly php: readonly string[]; readonly typescript: readonly string[] } => {
  const [php = '', typescript = php] = names.split(' | ');
  const list = (text: string): readonly string[] => (text === '-' ? [] : text.split(', '));
  return { php: list(php), typescript: list(typescript) };
};

/** The sections of docs/api.md. What has no description, and what is described without being there, are errors. */
export function apiReference({ php, typescript, contributed }: ApiFacts): string {
  const problems: string[] = [];
  const members = (from: ReadonlyMap<string, Members>, classes: readonly string[]): Members =>
    new Map([...classes].reverse().flatMap((name) => [...(from.get(name) ?? [])]));

  const parts = (['model', 'query', 'table map'] as const).map((of) => {
    const have = { php: members(php, CLASSES[of].php), typescript: members(typescript, CLASSES[of].typescript) };
    const lists: Section = {
      heading: of === 'model' ? 'Lists' : 'Queries of lists',
      of,
      methods: contributed.filter(({ on }) => on === of).map(({ name, doc }) => [listed(name, have), doc]),
    };
    const sections = [...SECTIONS.filter((section) => section.of === of), ...(of === 'table map' ? [] : [lists])];
    const rows = sections.map(({ heading, methods }) => {
      const lines = methods.map((method) => {
        const names = namesOf(method);
        const signatures = (['php', 'typescript'] as const).map((language) =>
          names[language].flatMap((name) => {
            const signature = have[language].get(name);
            if (signature === undefined)
              problems.push(`${of}: ${name}() is described, but ${language} has no such method`);
            return signature === undefined ? [] : [signature];
          }),
        );
        return `| ${signatures.map(cell).join(' | ')} | ${method[1]} |`;
      });
      return `### ${heading}\n\n| PHP | TypeScript | |\n|---|---|---|\n${lines.join('\n')}`;
    });
    for (const language of ['php', 'typescript'] as const) {
      const described = new Set(
        sections.flatMap(({ methods }) => methods.flatMap((method) => namesOf(method)[language])),
      );
      for (const name of have[language].keys()) {
        if (!described.has(name) && !described.has(kindOf(name, of)))
          problems.push(`${of}: ${name}() of ${language} has no description`);
      }
    }
    return `## ${TITLES[of]}\n\n${rows.join('\n\n')}`;
  });
  if (problems.length > 0) throw new Error(`descriptions.ts:\n${problems.join('\n')}`);
  return parts.join('\n\n');
}

const TITLES = {
  model: 'The model class: `Book`',
  query: 'The query class: `BookQuery`',
  'table map': 'The table map: `BookTableMap`',
};

/** A method of a behavior that only one language has. */
function listed(name: string, { php, typescript }: { readonly php: Members; readonly typescript: Members }): string {
  if (!php.has(name)) return `- | ${name}`;
  return typescript.has(name) ? name : `${name} | -`;
}
