import type { Setting } from '../../../config/config.js';
import type { Template } from '../../../config/template.js';
import { PhpCode, type PhpData, phpString } from '../../../languages/php/literal.js';

/** A template as PHP: its environment lookups stay lookups, made when config.php is loaded. */
export function templateExpression(template: Template): PhpCode {
  const parts = template.parts.map((part) =>
    typeof part === 'string' ? phpString(part) : `\\Orm\\Runtime\\Orm::env(${phpString(part.env)})`,
  );
  return new PhpCode(parts.join(' . '));
}

export function settingExpression(setting: Setting): PhpData {
  return typeof setting === 'object' ? templateExpression(setting) : setting;
}

/** The environment variables that templates look up, each once. */
export function variablesOf(settings: readonly (Setting | undefined)[]): readonly string[] {
  const names = settings.flatMap((setting) =>
    typeof setting === 'object' ? setting.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.env])) : [],
  );
  return [...new Set(names)];
}
