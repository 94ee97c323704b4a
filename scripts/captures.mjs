#!/usr/bin/env node
// Writes the pictures of terminals in docs/images anew: node scripts/captures.mjs [name …]. Run "npm run build" first.

import { writeFileSync } from 'node:fs';
import { PICTURES } from './captures/pictures.mjs';
import { pictureOf } from './captures/run.mjs';

const wanted = process.argv.slice(2);
for (const picture of PICTURES) {
  if (wanted.length > 0 && !wanted.includes(picture.name)) continue;
  const svg = await pictureOf(picture);
  writeFileSync(new URL(`../docs/images/${picture.name}.svg`, import.meta.url), svg);
  process.stdout.write(`docs/images/${picture.name}.svg: ${(svg.length / 1000).toFixed(1)} kB\n`);
}
