/**
 * Names of columns and relations whose get/set/is/has/add method every model class already has with another meaning, in
 * lower case.
 */
const TAKEN_ACCESSORS = new Set(
  (
    'new deleted columnmodified modifiedcolumns primarykey primarykeynull byname byposition virtualcolumn ' +
    'virtualcolumns connection tablemap'
  ).split(' '),
);

export function isTakenAccessor(name: string): boolean {
  return TAKEN_ACCESSORS.has(name.toLowerCase());
}
