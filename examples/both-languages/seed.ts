import { orm } from './src/models/config.ts';
import { Song } from './src/models/index.ts';

const songs = [
  ['Here Comes the Sun', 'The Beatles'],
  ['Feeling Good', 'Nina Simone'],
  ['Heroes', 'David Bowie'],
  ['Jolene', 'Dolly Parton'],
  ['Superstition', 'Stevie Wonder'],
  ['Teardrop', 'Massive Attack'],
  ['Hallelujah', 'Leonard Cohen'],
  ['Respect', 'Aretha Franklin'],
] as const;

for (const [title, artist] of songs) await Song.create({ title, artist });
await orm.close();
