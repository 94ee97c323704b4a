/** What somebody who means harm might send where a text is taken. None is a column, a relation, an order or a comparison. */
export const HOSTILE: readonly string[] = [
  // Ends of literals and names, in the quotes of every vendor
  ...[
    "'",
    '"',
    '`',
    '\\',
    "\\'",
    "''",
    ']',
    '$$',
    "' OR '1'='1",
    '" OR ""="',
    "') OR ('1'='1",
    "1' OR 1=1 -- ",
    '1 OR 1=1',
  ],
  // More statements
  ...["'; DROP TABLE book; --", 'id; DROP TABLE book', '`; DROP TABLE book; -- ', 'title\n; DROP TABLE book'],
  // What follows a column or an operator
  ...[
    'title) desc, (select 1',
    'title DESC, (SELECT 1)',
    'title -- ',
    'title;',
    '1,2',
    'asc; DROP TABLE book',
    '= 1 OR 1 =',
  ],
  // Comments
  ...['*/ DROP TABLE book; /*', '/*! DROP TABLE book */', '--', '#', '/*', '*/'],
  // Placeholders, characters, and what JavaScript makes something of
  ...[
    '?',
    ':name',
    '$1',
    'title = ?',
    '\0',
    'title\0',
    "title\0' OR 1=1 -- ",
    '\r\n',
    '\u2018',
    '\uff07 OR 1=1 -- ',
    '\ud800',
  ],
  ...['__proto__', 'constructor', 'toString', '{"a":1', '${x}', "A'".repeat(3000)],
];

export const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
