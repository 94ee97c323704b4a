import type { Config } from '../config/config.js';
import { phpTarget } from './php/target.js';
import type { Target } from './target.js';

/** Every language that classes can be written in. */
export const TARGETS: readonly Target[] = [phpTarget];

/** The languages of a project; PHP where there is no configuration yet. */
export function targetsOf(_config: Config | undefined): readonly Target[] {
  return TARGETS;
}
