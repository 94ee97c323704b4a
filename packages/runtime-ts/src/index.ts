export { configure, type Orm, type OrmSettings } from './config/configure.js';
export { env } from './config/env.js';
export * from './errors/index.js';
export { createModel } from './model/create.js';
export { Model } from './model/model.js';
export type { ColumnMap, ModelClass, TableMap } from './model/table-map.js';
export { type Filter, ModelQuery } from './query/model-query.js';
export { session } from './transactions/ambient.js';
export type { Connection, OpenTransaction, TransactionOptions } from './transactions/connection.js';
