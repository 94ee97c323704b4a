import { InvalidValueError } from '../errors/orm-error.js';
import { checkedText } from '../values/texts.js';

/** A backslash would have to be written differently from vendor to vendor. */
const ESCAPE = '!';

export interface LikePattern {
  readonly text: string;
  /** What stands behind its place. */
  readonly sql: string;
}

/**
 * A pattern of LIKE, in which a backslash takes the meaning from the character behind it, on every vendor. Left alone, PostgreSQL
 * and MySQL do so, unless a setting says otherwise, and SQLite has no such character.
 */
export function likePattern(pattern: string): LikePattern {
  // SQLite would take what stands before it for the whole pattern.
  if (checkedText(pattern).includes('\0')) throw new InvalidValueError('A pattern cannot have a zero character.');
  if (!pattern.includes('\\')) return { text: pattern, sql: '' };
  const text = pattern.replaceAll(/\\.?|!/gsu, (found) => {
    // A backslash at the end stands for itself.
    const literal = found.length > 1 ? found.slice(1) : found;
    return literal === '%' || literal === '_' || literal === ESCAPE ? ESCAPE + literal : literal;
  });
  return { text, sql: ` ESCAPE '${ESCAPE}'` };
}

/** A text as a part of a pattern, in which it stands for itself: `escapeLike(text) + '%'`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
