import type { Draft } from './draft.js';
import type { Model } from './model.js';

// What something is, for modules that the classes themselves import, and which cannot import them.

export const isModel = (object: unknown): object is Model =>
  typeof object === 'object' && object !== null && '$saveRow' in object;

export const isDraft = (object: unknown): object is Draft<Model, string> =>
  typeof object === 'object' && object !== null && '$insert' in object;
