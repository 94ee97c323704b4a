/** What a relation adds to a model class. */
export interface RelationText {
  readonly properties: readonly string[];
  readonly methods: readonly string[];
}
