import { expect, it } from 'vitest';
import { singular } from '../../src/reverse/singular.js';

const SINGULARS: Readonly<Record<string, string>> = {
  Addresses: 'Address',
  Analyses: 'Analysis',
  Apis: 'Api',
  Axes: 'Axis',
  Boxes: 'Box',
  Caches: 'Cache',
  Categories: 'Category',
  Children: 'Child',
  Classes: 'Class',
  Cookies: 'Cookie',
  Databases: 'Database',
  Employees: 'Employee',
  Indexes: 'Index',
  Indices: 'Index',
  Invoices: 'Invoice',
  Knives: 'Knife',
  Lenses: 'Lens',
  Men: 'Man',
  Movies: 'Movie',
  OrderItems: 'OrderItem',
  People: 'Person',
  Persons: 'Person',
  Photos: 'Photo',
  Quizzes: 'Quiz',
  SalesPeople: 'SalesPerson',
  Statuses: 'Status',
  Taxes: 'Tax',
  Viruses: 'Virus',
  Warehouses: 'Warehouse',
};

/** Singular already, no English word, or a plural that names one thing. */
const UNCHANGED = [
  'Address',
  'Analysis',
  'Basis',
  'Bonus',
  'Canvas',
  'Data',
  'Dns',
  'History',
  'Lens',
  'Media',
  'Metadata',
].concat(['News', 'OrderStatus', 'Process', 'Series', 'Sms', 'Staff', 'Status', 'Kunden', 'Straßen', 'X', '']);

it('makes the singular of the last word', () => {
  const made = Object.fromEntries(Object.keys(SINGULARS).map((name) => [name, singular(name)]));
  expect(made).toEqual(SINGULARS);
});

it('leaves alone what is no plural', () => {
  expect(UNCHANGED.map(singular)).toEqual(UNCHANGED);
});
