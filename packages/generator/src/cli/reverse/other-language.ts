import type { TargetName } from '../../config/keys/generator.js';
import type { OtherLanguage } from '../../reverse/compile.js';

/** What the languages of a project ask of names besides what is asked of every schema. */
export async function otherLanguage(targets: readonly TargetName[]): Promise<OtherLanguage | undefined> {
  if (!targets.includes('typescript')) return undefined;
  const [{ TYPESCRIPT_NAMES }, { checkClassNames }] = await Promise.all([
    import('../../targets/typescript/check/name-rules.js'),
    import('../../targets/typescript/check/class-names.js'),
  ]);
  return { names: TYPESCRIPT_NAMES, check: checkClassNames };
}
