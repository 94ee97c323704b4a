/**
 * Which versions of the runtime fit what is generated, as `^` in package.json and composer.json means it: the major version;
 * before 1.0 the minor version too. The runtime has the same in `Orm::RELEASE_LINE`.
 */
export const RELEASE_LINE = '0.1';
