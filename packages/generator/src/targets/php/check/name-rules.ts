import type { NameRules } from '../../../model/name-rules.js';
import { PHP_FORMS } from './forms.js';
import { checkNames } from './names.js';
import { checkReferences } from './references.js';

/** What PHP asks of the names in a model. */
export const PHP_NAMES: NameRules = {
  check: (model, report) => {
    checkReferences(model.database, report);
    checkNames(model, report);
  },
  forms: PHP_FORMS,
};
