import type { Config } from '../config/config.js';
import { phpTarget } from './php/target.js';
import type { Target } from './target.js';
import { typescriptTarget } from './typescript/target.js';

/** Every language that classes can be written in. */
export const TARGETS: readonly Target[] = [phpTarget, typescriptTarget];

/** The languages of a project; PHP where there is no configuration yet. */
export function targetsOf(config: Config | undefined): readonly Target[] {
  const chosen = config?.generator.targets ?? ['php'];
  return TARGETS.filter(({ name }) => chosen.includes(name));
}
