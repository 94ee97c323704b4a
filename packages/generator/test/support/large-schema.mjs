// A schema as large as those of real companies: areas whose tables are bound together, a few tables that everything
// points at, and names of every length. The same number gives the same text.

const AREAS = ['sales', 'stock', 'billing', 'staff', 'support', 'web', 'media', 'report', 'legal', 'fleet'];
const THINGS = [
  ['account', 'Who buys from us, and who might'],
  ['contact', ''],
  ['address', 'Places that something is sent to'],
  ['order', 'What was asked for, and when'],
  ['order_line', ''],
  ['invoice', ''],
  ['payment', 'Money that came in'],
  ['product', 'What can be sold'],
  ['price_list', ''],
  ['discount', ''],
  ['category', 'A tree: each knows the one above it'],
  ['supplier', ''],
  ['shipment', 'Parcels on their way'],
  ['return', ''],
  ['note', 'Whatever somebody wanted to remember'],
  ['task', 'What is to be done, in order'],
  ['document', ''],
  ['event_log', 'Who did what; never changed'],
  ['setting', ''],
  ['tag', ''],
];
/** Which things point at which, by name; `^` is the table itself. */
const KEYS = {
  contact: ['account'],
  address: ['contact'],
  order: ['account', 'address'],
  order_line: ['order', 'product'],
  invoice: ['order'],
  payment: ['invoice'],
  price_list: ['product'],
  discount: ['price_list'],
  category: ['^'],
  product: ['category', 'supplier'],
  shipment: ['order', 'address'],
  return: ['shipment'],
  note: ['account'],
  task: ['account'],
  document: ['note'],
};
const EXTRA = [
  ['code', 'VARCHAR', 'size="40" required="true"'],
  ['title', 'VARCHAR', 'size="255" required="true"'],
  ['amount', 'DECIMAL', 'size="12" scale="2" defaultValue="0"'],
  ['state', 'ENUM', 'valueSet="new, open, closed" defaultValue="new" required="true"'],
  ['is_active', 'BOOLEAN', 'defaultValue="true" required="true"'],
  ['quantity', 'INTEGER', 'defaultValue="1"'],
  ['remarks', 'LONGVARCHAR', 'description="Free text, shown to nobody outside"'],
  ['due_on', 'DATE', ''],
  ['external_reference_of_the_partner_system', 'VARCHAR', 'size="64"'],
  ['settings', 'JSON', ''],
];

/** @param {number} count how many tables */
export function largeSchema(count) {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  lines.push('<database name="company" defaultIdMethod="native" namespace="Company" enumStorage="label">');
  lines.push(...table('user', 'Who may log in', [], 3, true), ...table('country', '', [], 1, true));
  for (let i = 0; i < count - 2; i++) {
    const area = AREAS[Math.floor(i / THINGS.length) % AREAS.length];
    const round = Math.floor(i / (THINGS.length * AREAS.length));
    const [thing, description] = THINGS[i % THINGS.length];
    const prefix = round === 0 ? area : `${area}${round}`;
    const named = (other) => `${prefix}_${other}`;
    const known = (other) => THINGS.findIndex(([each]) => each === other) + i - (i % THINGS.length) < count - 2;
    const keys = (KEYS[thing] ?? [])
      .map((other) => (other === '^' ? thing : other))
      .filter(known)
      .map((other) => [`${other === thing ? 'parent' : other}_id`, named(other), other === thing]);
    if (i % 4 === 1) keys.push(['created_by', 'user', false]);
    if (thing === 'address') keys.push(['country_id', 'country', false]);
    lines.push(...table(named(thing), description, keys, 2 + ((i * 7) % 9), thing !== 'event_log', thing === 'task'));
  }
  lines.push('</database>', '');
  return lines.join('\n');
}

function table(name, description, keys, extra, hasTime, isList = false) {
  const lines = [`  <table name="${name}"${description === '' ? '' : ` description="${description}"`}>`];
  lines.push('    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>');
  for (const [column, type, more] of EXTRA.slice(0, extra)) {
    lines.push(`    <column name="${column}" type="${type}"${more === '' ? '' : ` ${more}`}/>`);
  }
  for (const [column, , isTree] of keys) {
    lines.push(`    <column name="${column}" type="INTEGER"${isTree ? '' : ' required="true"'}/>`);
  }
  if (hasTime) lines.push('    <column name="created_at" type="TIMESTAMP" defaultExpr="CURRENT_TIMESTAMP"/>');
  for (const [column, other, isTree] of keys) {
    const names = isTree ? ' phpName="Parent" refPhpName="Child"' : column === 'created_by' ? ' phpName="Creator"' : '';
    lines.push(`    <foreign-key foreignTable="${other}"${names} onDelete="${isTree ? 'setnull' : 'cascade'}">`);
    lines.push(`      <reference local="${column}" foreign="id"/>`, '    </foreign-key>');
  }
  if (extra > 1) lines.push('    <index>', '      <index-column name="title"/>', '    </index>');
  if (isList) {
    lines.push('    <behavior name="sortable">', '      <parameter name="use_scope" value="true"/>');
    lines.push('      <parameter name="scope_column" value="account_id"/>');
    lines.push('      <parameter name="index" value="true"/>', '    </behavior>');
  }
  lines.push('  </table>');
  return lines;
}
