import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runtimeFolder } from '../../../../scripts/php/tools.mjs';
import { doctor } from './support/doctor.js';
import { orm } from './support/orm.js';
import { configuration, project } from './support/project.js';

const SCHEMA = `<database name="app" namespace="Shop">
  <table name="publisher">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100"/>
  </table>
  <table name="book" interface="HasPages">
    <column name="id" type="INTEGER" required="true" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100" required="true"/>
    <column name="publisher_id" type="INTEGER"/>
    <foreign-key foreignTable="publisher"><reference local="publisher_id" foreign="id"/></foreign-key>
  </table>
</database>`;

/** Classes as people have written them for years: no types, hooks with another connection, a constructor that calls up. */
const BOOK = `<?php

namespace Shop;

use Shop\\Base\\Book as BaseBook;

class Book extends BaseBook
{
    public function __construct()
    {
        parent::__construct();
    }

    public function setTitle($v)
    {
        return parent::setTitle(trim($v));
    }

    public function preSave($con = null)
    {
        return true;
    }

    public function postDelete(\\PDO $con = null)
    {
    }

    protected function toArray(?string $keyType = null, bool $lazy = true, bool $related = false): array
    {
        return [];
    }

    public function isOurs(): bool
    {
        return $this->publisher_id === 1;
    }
}
`;

const QUERY = `<?php

namespace Shop;

use Shop\\Base\\BookQuery as BaseBookQuery;

class BookQuery extends BaseBookQuery
{
    public static function create($modelAlias = null, $criteria = null)
    {
        return parent::create($modelAlias, $criteria);
    }

    public function filterByTitle($title = null, $comparison = null)
    {
        return $this;
    }
}
`;

async function shop(classes: Readonly<Record<string, string>>): Promise<string> {
  const cwd = project({
    'schema.xml': SCHEMA,
    'orm.json': configuration({ app: { adapter: 'sqlite', dsn: 'sqlite:app.sq3' } }),
    'composer.json': '{}',
  });
  symlinkSync(join(runtimeFolder, 'vendor'), join(cwd, 'vendor'));
  const { code, stderr } = await orm(['model:build'], { cwd });
  if (code !== 0) throw new Error(stderr);
  for (const [name, text] of Object.entries(classes)) writeFileSync(join(cwd, `generated-classes/Shop/${name}`), text);
  return cwd;
}

describe('orm doctor: your classes', () => {
  test('load as they were written, the interface included', async () => {
    const { of } = await doctor(await shop({}));
    expect(of('Your classes')).toEqual(['ok: your 5 classes load in PHP']);
  });

  test('every method that PHP refuses is named, with the signature that it takes', async () => {
    const cwd = await shop({ 'Book.php': BOOK, 'BookQuery.php': QUERY });
    const { code, of } = await doctor(cwd);
    expect(code).toBe(1);
    const findings = of('Your classes');
    expect(findings).toMatchSnapshot();
    // What is advised is what PHP takes.
    const advised = (text: string): string =>
      findings.reduce((source, line) => {
        const signature = /→ write: function ((\w+)\(.*)$/.exec(line);
        if (signature === null) return source;
        const [, written = '', name = ''] = signature;
        return source.replace(new RegExp(`function ${name}\\(.*`), () => `function ${written}`);
      }, text);
    writeFileSync(
      join(cwd, 'generated-classes/Shop/Book.php'),
      advised(BOOK)
        .replace('protected function toArray', 'public function toArray')
        .replace('$this->publisher_id', '$this->getPublisherId()'),
    );
    writeFileSync(join(cwd, 'generated-classes/Shop/BookQuery.php'), advised(QUERY));
    expect((await doctor(cwd)).of('Your classes')).toEqual(['ok: your 5 classes load in PHP']);
  });

  test('a class that cannot be loaded at all is said with what PHP says', async () => {
    const { of } = await doctor(
      await shop({ 'Book.php': '<?php\n\nnamespace Shop;\n\nclass Book extends Nothing\n{\n}\n' }),
    );
    expect(of('Your classes')[0]).toMatch(
      /^problem: PHP cannot load Shop\\Book \(generated-classes\/Shop\/Book\.php:5\): .*Nothing/,
    );
  });
});
