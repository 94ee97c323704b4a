/** What XML forbids altogether: controls, halves of a character, and two that are no characters. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
};

/** The one way of text into HTML, SVG and labels of DOT, between tags and in attributes alike. */
export function escapeText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? character);
}
