import type { Column } from '../../model/model.js';
import type { CallArgument, ContributedMethod, MethodBody, MethodParameter, MethodType } from '../methods.js';
import type { SortableList } from './list.js';

const INTEGER: MethodType = { is: 'integer' };
const BOOLEAN: MethodType = { is: 'boolean' };
const SELF: MethodType = { is: 'self' };
const MODEL: MethodType = { is: 'model' };
const nullable = (of: MethodType): MethodType => ({ is: 'nullable', of });
const ofColumn = (column: Column): MethodType => ({ is: 'column', column });

const CONNECTION: MethodParameter = { name: 'con', type: nullable({ is: 'connection' }), default: null };
const RANK: MethodParameter = { name: 'rank', type: INTEGER };
const OBJECT: MethodParameter = { name: 'object', type: MODEL };
const ORDER: MethodParameter = { name: 'order', type: { is: 'string' }, default: 'asc' };

const parameter = (name: string): CallArgument => ({ is: 'parameter', name });
const constant = (value: boolean): CallArgument => ({ is: 'constant', value });

const call = (operation: string, ...args: readonly CallArgument[]): MethodBody => ({
  does: 'call',
  on: 'this',
  operation,
  arguments: args,
});

/** The methods of a list: its objects' and its queries'. */
export function listMethods(list: SortableList): readonly ContributedMethod[] {
  const { readOnly } = list.table;
  return [
    ...readingObject(list),
    ...(readOnly ? [] : writingObject(list)),
    ...composing(list),
    ...answering(list),
    ...(readOnly ? [] : writingLists(list)),
  ];
}

const onModel = (
  name: string,
  parameters: readonly MethodParameter[],
  returns: MethodType,
  doc: string,
  body: MethodBody = { does: 'inherit' },
): ContributedMethod => ({ on: 'model', name, parameters, returns, doc, body });

function readingObject({ rank, scope }: SortableList): readonly ContributedMethod[] {
  const [first, ...others] = scope;
  const methods: ContributedMethod[] = [
    {
      ...onModel('getRank', [], nullable(INTEGER), 'The rank, from 1; null in no list.', {
        does: 'get',
        columns: [rank],
      }),
      serves: rank,
    },
  ];
  if (first) {
    methods.push({
      ...onModel('getScopeValue', [], scopeType(scope, isNeverNull), 'What tells the list of the object from others.', {
        does: 'get',
        columns: scope,
      }),
      ...(others.length === 0 ? { serves: first } : {}),
    });
  }
  const neighbour = (name: string, next: boolean): ContributedMethod =>
    onModel(
      name,
      [CONNECTION],
      nullable(MODEL),
      `The object ${next ? 'after' : 'before'} this one in its list, as the database has it; null at the ${next ? 'end' : 'beginning'}.`,
      call('neighbour', constant(next), parameter('con')),
    );
  return [
    ...methods,
    onModel('isFirst', [CONNECTION], BOOLEAN, 'Whether the object is the first of its list.'),
    onModel('isLast', [CONNECTION], BOOLEAN, 'Whether the object is the last of its list.'),
    onModel('isInList', [CONNECTION], BOOLEAN, 'Whether the row of the object has a rank.'),
    neighbour('getNext', true),
    neighbour('getPrevious', false),
  ];
}

function writingObject({ rank, scope }: SortableList): readonly ContributedMethod[] {
  const [first, ...others] = scope;
  const methods: ContributedMethod[] = [
    {
      ...onModel(
        'setRank',
        [{ name: 'rank', type: rank.notNull ? INTEGER : nullable(INTEGER) }],
        SELF,
        'Sets what is stored, and moves nothing: moveToRank() moves.',
        { does: 'set', columns: [rank] },
      ),
      serves: rank,
    },
  ];
  if (first) {
    methods.push({
      ...onModel(
        'setScopeValue',
        [{ name: 'scope', type: scopeType(scope, ({ notNull }) => notNull) }],
        SELF,
        'Sets the list that the object belongs to; saved, it is the last there.',
        { does: 'set', columns: scope },
      ),
      ...(others.length === 0 ? { serves: first } : {}),
    });
  }
  const beside = (name: string, operation: string, after: boolean, immediate: boolean): ContributedMethod =>
    onModel(
      name,
      immediate ? [OBJECT, CONNECTION] : [OBJECT],
      SELF,
      `${immediate ? 'Moves the object' : 'Puts the object, once it is saved,'} ${after ? 'behind' : 'before'} another, into its list.`,
      call(operation, parameter('object'), constant(after), ...(immediate ? [parameter('con')] : [])),
    );
  const moved = (name: string, doc: string): ContributedMethod => onModel(name, [CONNECTION], SELF, doc);
  return [
    ...methods,
    onModel('insertAtRank', [RANK], SELF, 'Puts the object at a rank, once it is saved.'),
    onModel('insertAtTop', [], SELF, 'Puts the object first, once it is saved.'),
    onModel('insertAtBottom', [], SELF, 'Puts the object last, once it is saved.'),
    beside('insertBefore', 'insertBeside', false, false),
    beside('insertAfter', 'insertBeside', true, false),
    onModel('moveToRank', [RANK, CONNECTION], SELF, 'Moves the object to a rank.'),
    moved('moveUp', 'Moves the object one place towards the top.'),
    moved('moveDown', 'Moves the object one place towards the bottom.'),
    moved('moveToTop', 'Makes the object the first.'),
    moved('moveToBottom', 'Makes the object the last.'),
    beside('moveBefore', 'moveBeside', false, true),
    beside('moveAfter', 'moveBeside', true, true),
    onModel(
      'swapWith',
      [OBJECT, CONNECTION],
      SELF,
      'Exchanges the places of two objects, in whatever lists they are.',
      call('swapInList', parameter('object'), parameter('con')),
    ),
    onModel('removeFromList', [], SELF, 'Takes the object out of its list, once it is saved.'),
  ];
}

/** One column's value, or a tuple of several. */
function scopeType(scope: readonly Column[], isGiven: (column: Column) => boolean): MethodType {
  const types = scope.map((column) => (isGiven(column) ? ofColumn(column) : nullable(ofColumn(column))));
  const [first = INTEGER, ...others] = types;
  return others.length === 0 ? first : { is: 'tuple', of: types };
}

/** Not even in an object that is new. */
const isNeverNull = (column: Column): boolean => column.notNull && column.default?.kind === 'value';

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** When a parameter of the scope has a default: always null; null from where on every column may be null; never. */
type ScopeDefaults = 'always' | 'nullable' | 'never';

function scopeParameters(scope: readonly Column[], defaults: ScopeDefaults): readonly MethodParameter[] {
  return scope.map((column, index) => {
    const name = scope.length === 1 ? 'scope' : `${lowerFirst(column.memberName)}Scope`;
    const optional =
      defaults === 'always' || (defaults === 'nullable' && scope.slice(index).every(({ notNull }) => !notNull));
    return { name, type: nullable(ofColumn(column)), ...(optional ? { default: null } : {}) };
  });
}

/** The scope parameters as a list. */
function scopeArgument(parameters: readonly MethodParameter[], given = false): CallArgument {
  return { is: 'list', names: parameters.map(({ name }) => name), given };
}

const onQuery = (
  name: string,
  parameters: readonly MethodParameter[],
  returns: MethodType,
  doc: string,
  body: MethodBody,
): ContributedMethod => ({ on: 'query', name, parameters, returns, doc, body });

const onClass = (
  name: string,
  parameters: readonly MethodParameter[],
  returns: MethodType,
  doc: string,
  body: MethodBody,
): ContributedMethod => ({
  ...onQuery(
    name,
    parameters,
    returns,
    doc,
    body.does === 'call' && body.on === 'this' ? { ...body, on: 'class' } : body,
  ),
  static: true,
});

/** What composes a query: a scope that is left out does not restrict it, and null is the list of NULL. */
function composing({ rank, scope }: SortableList): readonly ContributedMethod[] {
  const list = scopeParameters(scope, 'always');
  const left = scope.length === 0 ? '' : ' Without a scope: of any list.';
  return [
    {
      ...onQuery(
        'filterByRank',
        [RANK, ...list],
        { is: 'query' },
        `Restricts the query to a rank.${left}`,
        call('filterRank', parameter('rank'), scopeArgument(list, true)),
      ),
      serves: rank,
    },
    {
      ...onQuery(
        'orderByRank',
        [ORDER, ...list],
        { is: 'query' },
        `Orders by rank, "asc" or "desc"; rows in no list come last.${left}`,
        call('orderRank', parameter('order'), scopeArgument(list, true)),
      ),
      serves: rank,
    },
    ...(scope.length === 0
      ? []
      : [
          onQuery(
            'inList',
            scopeParameters(scope, 'never'),
            { is: 'query' },
            'Restricts the query to the rows of one list.',
            call('restrictToList', scopeArgument(list)),
          ),
        ]),
  ];
}

/** What answers at once. */
function answering({ rank, scope }: SortableList): readonly ContributedMethod[] {
  const free = scopeParameters(scope, 'always');
  const open = scopeParameters(scope, 'nullable');
  const fixed = scopeParameters(scope, 'never');
  const inherited = scope.length === 0 ? '' : ' Without a scope: of the list of inList(), else of NULL.';
  const objects: MethodType = { is: 'list', of: MODEL };
  const methods: ContributedMethod[] = [
    {
      ...onQuery(
        'findOneByRank',
        [RANK, ...free, CONNECTION],
        nullable(MODEL),
        `The object at a rank.${inherited}`,
        call('oneByRank', parameter('rank'), scopeArgument(free, true), parameter('con')),
      ),
      serves: rank,
    },
    onQuery(
      'findList',
      [...free, CONNECTION],
      { is: 'collection' },
      `The objects of a list, in order.${inherited}`,
      call('listObjects', scopeArgument(free, true), parameter('con')),
    ),
    {
      ...onClass(
        'getMaxRank',
        [...open, CONNECTION],
        nullable(INTEGER),
        'The highest rank of a list, whatever the query is restricted to; null when it is empty.',
        call('maxRank', scopeArgument(open), parameter('con')),
      ),
      both: true,
    },
    onClass('retrieveByRank', [RANK, ...open, CONNECTION], nullable(MODEL), 'The object at a rank of a list.', {
      does: 'call',
      on: 'new',
      operation: 'oneByRank',
      arguments: [parameter('rank'), scopeArgument(open), parameter('con')],
    }),
    onClass(
      'doSelectOrderByRank',
      [ORDER, ...free, CONNECTION],
      objects,
      'Objects in the order of their ranks: of one list, or all of them.',
      call('selectRanked', parameter('order'), scopeArgument(free, true), parameter('con')),
    ),
  ];
  if (scope.length > 0) {
    methods.push(
      onClass(
        'retrieveList',
        [...fixed, CONNECTION],
        objects,
        'The objects of a list, in order.',
        call('listArray', scopeArgument(fixed), parameter('con')),
      ),
      onClass(
        'countList',
        [...fixed, CONNECTION],
        INTEGER,
        'How many rows a list has.',
        call('listCount', scopeArgument(fixed), parameter('con')),
      ),
    );
  }
  methods.push(
    onClass(
      'checkList',
      [...fixed, CONNECTION],
      { is: 'runtime', name: 'Sortable.ListReport' },
      'Whether the ranks of a list are 1, 2, 3 and so on.',
      call('listCheck', scopeArgument(fixed), parameter('con')),
    ),
  );
  return methods;
}

function writingLists({ scope }: SortableList): readonly ContributedMethod[] {
  const fixed = scopeParameters(scope, 'never');
  const methods: ContributedMethod[] = [
    {
      ...onClass(
        'reorder',
        [{ name: 'newOrder', type: { is: 'by-key', of: INTEGER } }, CONNECTION],
        BOOLEAN,
        'Gives rows of one list the ranks named here: the whole list, or rows that exchange their ranks.',
        call('reorderRanks', parameter('newOrder'), parameter('con')),
      ),
      both: true,
    },
  ];
  if (scope.length > 0) {
    methods.push(
      onClass(
        'deleteList',
        [...fixed, CONNECTION],
        INTEGER,
        'Deletes the rows of a list, and says how many there were.',
        call('listDelete', scopeArgument(fixed), parameter('con')),
      ),
    );
  }
  const scopes: MethodParameter = { name: 'scopes', type: { is: 'list', of: scopeType(scope, () => false) } };
  methods.push(
    onClass(
      'lockLists',
      scope.length === 0 ? [CONNECTION] : [scopes, CONNECTION],
      { is: 'void' },
      'Takes the locks of lists, in an order that cannot deadlock, until the transaction ends.',
      call('listLock', scope.length === 0 ? scopeArgument([]) : parameter('scopes'), parameter('con')),
    ),
    onClass(
      'repairList',
      [...fixed, CONNECTION],
      INTEGER,
      'Numbers a list anew in the order of its ranks, and says how many rows changed.',
      call('listRepair', scopeArgument(fixed), parameter('con')),
    ),
  );
  return methods;
}
