import type { Column } from '../../model/model.js';

/** Methods of the runtime's ModelQuery that a column or relation could be named after; those stay as they are. */
export const RUNTIME_METHODS = [
  'filterByArray',
  'findByArray',
  'findOneByArray',
  'requireOneByArray',
  'groupByClass',
  'joinRelation',
  'joinWith',
  'leftJoinWith',
  'rightJoinWith',
  'innerJoinWith',
  'useQuery',
  'useExistsQuery',
  'useNotExistsQuery',
  'useInQuery',
  'useNotInQuery',
  'useSubquery',
] as const;

const TAKEN: ReadonlySet<string> = new Set(RUNTIME_METHODS.map((name) => name.toLowerCase()));

/** The first method that a query class does not get for a column, because every query has another one of its name. */
export const missingColumnMethod = ({ memberName }: Column): string | undefined =>
  [`filterBy${memberName}`, `groupBy${memberName}`].find(isTaken);

/** The same for a relation. */
export const missingRelationMethod = (name: string): string | undefined =>
  [`join${name}`, `use${name}Query`].find(isTaken);

const isTaken = (name: string): boolean => TAKEN.has(name.toLowerCase());
