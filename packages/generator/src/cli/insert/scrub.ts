import type { ConnectionSettings } from '../../config/connection-settings.js';

/** From this length on a password is no ordinary word, and is hidden wherever it stands. */
const LONG = 8;

/**
 * Takes the password of a connection out of a text that a driver or a server wrote. A password that is also the name
 * of the user, the database or the host hides nothing, and a short one is only hidden as a whole word, so that the
 * message stays readable.
 */
export function withoutPassword(text: string, settings: ConnectionSettings): string {
  const { password, user, database, host } = settings;
  if (password === undefined || password === '' || [user, database, host].includes(password)) return text;
  const forms = new Set([password, encodeURIComponent(password)]);
  let result = text;
  for (const form of forms) {
    if (form.length >= LONG) result = result.replaceAll(form, '***');
    else result = result.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(form)}(?![\\p{L}\\p{N}_])`, 'gu'), '***');
  }
  return result;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
