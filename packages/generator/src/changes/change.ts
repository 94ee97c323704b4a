import {
  type CheckShape,
  type ColumnShape,
  type ForeignKeyShape,
  type IndexShape,
  type PrimaryKeyShape,
  said,
  type TableShape,
  type TypeShape,
  type ViewShape,
} from '../platforms/shape.js';

/** What each kind of object is like, before and after a change. */
interface Objects {
  /** Nothing is to be known of it but its name. */
  readonly schema: object;
  /** `schema`: where its objects go. */
  readonly extension: { readonly schema?: string };
  readonly sequence: object;
  readonly type: TypeShape;
  readonly view: ViewShape;
  readonly table: TableShape;
  readonly column: ColumnShape;
  readonly 'primary key': PrimaryKeyShape;
  readonly index: IndexShape;
  readonly check: CheckShape;
  readonly 'foreign key': ForeignKeyShape;
  /** Such as `ENGINE`; also `PARTITION BY` and `COMMENT`. */
  readonly option: string;
}

export type ChangeKind = keyof Objects;

/** Where an object is to be found. */
export interface ChangePlace {
  /** Of the object, or of the table that it is a part of. */
  readonly schema?: string;
  /** The table that it is a part of, by the name that it has after the change. */
  readonly table?: string;
  /** After the change, or before it where the object goes. */
  readonly name: string;
}

interface ChangeOf<Kind extends ChangeKind> extends ChangePlace {
  readonly kind: Kind;
  /** The name it had, where that was another one. */
  readonly from?: string;
  /** Absent for what is new. */
  readonly before?: Objects[Kind];
  /** Absent for what goes. A table with a new name and nothing else has neither. */
  readonly after?: Objects[Kind];
}

/** A difference of two shapes. It is plain data: what a migration holds of each object that it changes. */
export type Change = { readonly [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];

/** A change of an object, or of its name; `before` and `after` are what its kind says. */
export function changeOf(
  kind: ChangeKind,
  place: ChangePlace,
  {
    from,
    before,
    after,
  }: { from?: string | undefined; before?: object | string | undefined; after?: object | string | undefined },
): Change {
  return { kind, ...place, ...said({ from, before, after }) } as Change;
}

/** The changes that undo some changes. */
export function inverse(changes: readonly Change[]): Change[] {
  return changes.toReversed().map((change) => {
    const { before, after, from, name, kind, ...place } = change;
    const others = { from: from === undefined ? undefined : name, before: after, after: before };
    return changeOf(kind, { ...place, name: from ?? name }, others);
  });
}
