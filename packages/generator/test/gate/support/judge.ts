import type { Adapter } from '../../../src/model/adapter.js';
import type { PhpSkeletons } from './php-skeleton.js';
import type { Outputs } from './project.js';
import { type CleanScript, cleanScript, sqlDifference } from './sql-skeleton.js';

/** What the outputs of a build are made of, without the texts in them. */
export interface Bones {
  readonly php: readonly string[];
  readonly sql: CleanScript;
  readonly tags: ReadonlySet<string>;
}

export async function bonesOf(outputs: Outputs, skeletons: PhpSkeletons): Promise<Bones> {
  const declared = await skeletons.of(outputs.php.map(({ content }) => content));
  return {
    php: outputs.php.map(({ path }, index) => `${path}\n${declared[index] ?? ''}`),
    sql: cleanScript(outputs.sql),
    tags: pageTags(outputs.page),
  };
}

/** Each kind of tag on the page, with the names of its attributes. */
function pageTags(page: string): ReadonlySet<string> {
  const body = page.replace(/<(style|script)>.*?<\/\1>/gs, '<$1>');
  return new Set((body.match(/<[^>]*>/g) ?? []).map((tag) => tag.replaceAll(/"[^"]*"/g, '""').replaceAll(/\s+/g, ' ')));
}

/** What a build has that the clean one has not, or nothing: a text that became more than a text. */
export function difference(clean: Bones, played: Bones, adapter: Adapter): string | undefined {
  const wrong = played.php.find((file) => file.includes('\nwrong: '));
  if (wrong !== undefined) return wrong;
  const files = new Set(clean.php);
  const file = played.php.find((each) => !files.has(each));
  if (file !== undefined) return `another PHP file, class or method: ${file}`;
  if (played.php.length > 0 && clean.php.length !== played.php.length) {
    return `${played.php.length} PHP files, not ${clean.php.length}`;
  }
  const sql = sqlDifference(clean.sql, played.sql.text, adapter);
  if (sql !== undefined) return `another statement: ${sql}`;
  const tag = [...played.tags].find((each) => !clean.tags.has(each));
  return tag === undefined ? undefined : `another tag on the page: ${tag}`;
}
