/** Samples with the schemas to read; none means the default one. */
export const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'film-rental': [],
  bookshop: [],
  'issue-tracker': [],
  blog: [],
  community: [],
  oddities: [],
  erp: ['public', 'sales', 'stock', 'Human Resources'],
};
