/** Characters that XML 1.0 cannot hold, not even by their numbers, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/u;

/** True for a text that an XML file can hold. The controls from U+007F to U+009F are characters like any other there. */
export const isXmlText = (text: string): boolean => !IMPOSSIBLE.test(text);
