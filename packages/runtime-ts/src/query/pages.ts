import { InvalidQueryError } from '../errors/orm-error.js';

/** One page of a result, and what a list of pages needs to know. */
export interface Page<R> {
  readonly results: readonly R[];
  /** Its number, from 1: the last page where the query has not as many. */
  readonly page: number;
  readonly lastPage: number;
  readonly maxPerPage: number;
  /** The number of rows on all pages. */
  readonly total: number;
}

export async function pageFrom<R>(
  page: number,
  maxPerPage: number,
  count: () => Promise<number>,
  read: (first: number) => Promise<readonly R[]>,
): Promise<Page<R>> {
  if (!Number.isSafeInteger(maxPerPage) || maxPerPage < 1) {
    throw new InvalidQueryError('A page has at least one row: give a whole number from 1 on.');
  }
  if (!Number.isSafeInteger(page)) throw new InvalidQueryError('The number of a page is a whole number.');
  const total = await count();
  const lastPage = Math.floor(Math.max(0, total - 1) / maxPerPage) + 1;
  const number = page <= 1 ? 1 : Math.min(page, lastPage);
  return { results: await read((number - 1) * maxPerPage), page: number, lastPage, maxPerPage, total };
}
