import { EngineError, onlyKeys, ShardError } from './engine-error.ts';
import type { FieldValue, IndexFields } from './index-fields.ts';

/** A clause of OpenSearch's query language: one key, and its parameters. */
export type Clause = Record<string, unknown>;

/** A document that a query is applied to. */
interface IndexedDocument {
  values: ReadonlyMap<string, readonly FieldValue[]>;
}

/** The score of a document; undefined when it does not match. */
export type Scorer = (document: IndexedDocument) => number | undefined;

const maxTerms = 65_536;
const maxClauses = 1024;

/**
 * Compiles a query. The engine's queries use no statistics of the index, so their scores can be computed exactly.
 * @throws EngineError for a clause that is unknown or has unknown parameters
 */
export function compileQuery(query: unknown, fields: IndexFields): Scorer {
  const [[name, parameters] = ['', {}], ...more] = Object.entries((query ?? {}) as Clause);
  const compile = compilers[name];
  if (!compile || more.length > 0)
    throw new EngineError(400, 'parsing_exception', `unknown query [${Object.keys(query ?? {})}]`);
  // Each compiler checks its parameters.
  return compile(parameters as never, fields);
}

const compileAll = (clauses: unknown, fields: IndexFields): Scorer[] =>
  [clauses ?? []].flat().map((clause) => compileQuery(clause, fields));

const compilers: Record<string, (parameters: never, fields: IndexFields) => Scorer> = {
  match_all: () => () => 1,
  match_none: () => () => undefined,
  term: (parameters: Clause, fields) => terms(parameters, ([value]) => [value].flat(), fields),
  terms(parameters: Clause, fields) {
    return terms(
      parameters,
      ([values]) => {
        const { length } = values as unknown[];
        if (length > maxTerms)
          throw new ShardError(
            400,
            'query_shard_exception',
            `failed to create query: The number of terms [${length}] used in the Terms Query request has exceeded the allowed maximum of [${maxTerms}].`,
          );
        return values as unknown[];
      },
      fields,
    );
  },
  exists({ field, ...rest }: { field: string }) {
    onlyKeys(rest, [], 'exists');
    return matching((document) => (document.values.get(field)?.length ?? 0) > 0);
  },
  range(parameters: Clause, fields) {
    const [field, bounds] = single<Record<string, number>>(parameters, 'range');
    onlyKeys(bounds, ['gt', 'gte', 'lt', 'lte'], 'range');
    fields.checkSearchable(field);
    const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = bounds;
    const isOutside = (value: number) =>
      value < gte || value > lte || (value <= gt && 'gt' in bounds) || (value >= lt && 'lt' in bounds);
    return matching(({ values }) => values.get(field)?.some((value) => !isOutside(Number(value))) ?? false);
  },
  regexp(parameters: Clause, fields) {
    const [field, { value, flags, ...rest }] = single<{ value: string; flags: string }>(parameters, 'regexp');
    onlyKeys(rest, [], 'regexp');
    // With other flags, more characters than in JavaScript have a meaning.
    if (flags !== 'NONE')
      throw new EngineError(400, 'parsing_exception', `[regexp] flags [${flags}] are not implemented here`);
    fields.checkSearchable(field);
    const pattern = new RegExp(`^(?:${value})$`, 's');
    return matching(({ values }) => values.get(field)?.some((text) => pattern.test(String(text))) ?? false);
  },
  constant_score({ filter, boost = 1, ...rest }: { filter: Clause; boost?: number }, fields) {
    onlyKeys(rest, [], 'constant_score');
    const matches = compileQuery(filter, fields);
    return (document) => (matches(document) === undefined ? undefined : Math.fround(boost));
  },
  bool: compileBool,
  dis_max({ queries, ...rest }: { queries: Clause[] }, fields) {
    onlyKeys(rest, [], 'dis_max');
    checkClauses(queries);
    const scorers = compileAll(queries, fields);
    return (document) => {
      const scores = scorers.flatMap((score) => score(document) ?? []);
      return scores.length > 0 ? Math.max(...scores) : undefined;
    };
  },
  rank_feature(
    { field, boost = 1, linear, ...rest }: { field: string; boost?: number; linear?: object },
    fields,
  ) {
    onlyKeys(rest, [], 'rank_feature');
    if (!linear)
      throw new EngineError(400, 'parsing_exception', '[rank_feature] only [linear] is implemented here');
    if (!fields.has(field.split('.', 1)[0]!))
      throw new ShardError(
        400,
        'query_shard_exception',
        `[rank_feature] query only works on [rank_feature] fields`,
      );
    return ({ values }) => {
      const feature = values.get(field)?.[0];
      return feature === undefined ? undefined : Math.fround(Number(feature) * boost);
    };
  },
  function_score: compileFunctionScore,
  span_near: spanQuery('span_near'),
  span_or: spanQuery('span_or'),
  span_term: spanQuery('span_term'),
};

const matching =
  (matches: (document: IndexedDocument) => boolean): Scorer =>
  (document) =>
    matches(document) ? 1 : undefined;

/** The only entry of an object: a field and its parameters. */
function single<Parameters>(parameters: Clause, query: string): [string, Parameters] {
  const [entry, ...more] = Object.entries(parameters);
  if (!entry || more.length > 0)
    throw new EngineError(400, 'parsing_exception', `[${query}] query needs exactly one field`);
  return entry as [string, Parameters];
}

function terms(parameters: Clause, read: (values: unknown[]) => unknown[], fields: IndexFields): Scorer {
  const [field, value] = single<unknown>(parameters, 'terms');
  const expected = new Set(read([value]));
  fields.checkSearchable(field);
  return matching(({ values }) => values.get(field)?.some((each) => expected.has(each)) ?? false);
}

function checkClauses(clauses: readonly unknown[] = []): void {
  if (clauses.length > maxClauses)
    throw new ShardError(400, 'too_many_clauses', `maxClauseCount is set to ${maxClauses}`);
}

interface Bool {
  must?: Clause[];
  filter?: Clause[];
  should?: Clause[];
  must_not?: Clause[];
  minimum_should_match?: number;
}

function compileBool(parameters: Bool, fields: IndexFields): Scorer {
  onlyKeys(parameters, ['must', 'filter', 'should', 'must_not', 'minimum_should_match'], 'bool');
  const [must, filter, should, mustNot] = (['must', 'filter', 'should', 'must_not'] as const).map((kind) => {
    checkClauses(parameters[kind]);
    return compileAll(parameters[kind], fields);
  }) as [Scorer[], Scorer[], Scorer[], Scorer[]];
  const isOptional = must.length + filter.length > 0 || should.length === 0;
  const { minimum_should_match: needed = isOptional ? 0 : 1 } = parameters;
  const isEmpty = must.length + filter.length + should.length + mustNot.length === 0;
  return (document) => {
    if (isEmpty) return 1;
    if (mustNot.some((score) => score(document) !== undefined)) return undefined;
    if (filter.some((score) => score(document) === undefined)) return undefined;
    const required = must.map((score) => score(document));
    const optional = should.flatMap((score) => score(document) ?? []);
    if (required.includes(undefined) || optional.length < needed) return undefined;
    return [...required, ...optional].reduce<number>((sum, score) => sum + (score ?? 0), 0);
  };
}

interface FunctionScore {
  query: Clause;
  functions: { filter?: Clause; weight?: number; field_value_factor?: Factor }[];
  boost_mode: string;
  score_mode: 'sum' | 'multiply';
  max_boost?: number;
  min_score?: number;
}

interface Factor {
  field: string;
  factor: number;
  missing: number;
}

function compileFunctionScore(parameters: FunctionScore, fields: IndexFields): Scorer {
  const { query, functions, score_mode, max_boost = Infinity, min_score = -Infinity } = parameters;
  onlyKeys(
    parameters,
    ['query', 'functions', 'boost_mode', 'score_mode', 'max_boost', 'min_score'],
    'function_score',
  );
  if (parameters.boost_mode !== 'multiply' || !['sum', 'multiply'].includes(score_mode))
    throw new EngineError(400, 'parsing_exception', '[function_score] this mode is not implemented here');
  const base = compileQuery(query, fields);
  const each = functions.map(({ filter, weight, field_value_factor: factor, ...rest }) => {
    onlyKeys(rest, [], 'function_score');
    const matches = filter ? compileQuery(filter, fields) : () => 1;
    return (document: IndexedDocument) =>
      matches(document) === undefined ? [] : (weight ?? 1) * (factor ? factorOf(factor, document) : 1);
  });
  return (document) => {
    const score = base(document);
    if (score === undefined) return undefined;
    const values = each.flatMap((read) => read(document));
    const combined =
      values.length === 0
        ? 1
        : values.reduce((left, right) => (score_mode === 'sum' ? left + right : left * right));
    const lifted = Math.fround(score * Math.min(combined, max_boost));
    return lifted < min_score ? undefined : lifted;
  };
}

function factorOf({ field, factor, missing }: Factor, { values }: IndexedDocument): number {
  return Number(values.get(field)?.[0] ?? missing) * factor;
}

/** Places in a text as `[start, end)`. */
type Span = readonly [start: number, end: number];

function spanQuery(name: string): (parameters: Clause) => Scorer {
  return (parameters) => {
    const find = compileSpans({ [name]: parameters });
    return matching((document) => find(document).length > 0);
  };
}

function compileSpans(clause: Clause): (document: IndexedDocument) => Span[] {
  const [kind, parameters] = single<Clause>(clause, 'span');
  if (kind === 'span_term') {
    const [field, term] = single<string>(parameters, kind);
    return ({ values }) =>
      (values.get(field) ?? []).flatMap((word, at) => (word === term ? [[at, at + 1] as const] : []));
  }
  const { clauses, slop, in_order, ...rest } = parameters as {
    clauses: Clause[];
    slop?: number;
    in_order?: boolean;
  };
  onlyKeys(rest, [], kind);
  checkClauses(clauses);
  const each = clauses.map(compileSpans);
  if (kind === 'span_or') return (document) => each.flatMap((find) => find(document));
  if (kind !== 'span_near' || slop !== 0 || in_order !== true)
    throw new EngineError(
      400,
      'parsing_exception',
      `[${kind}] is not implemented here with these parameters`,
    );
  return (document) =>
    each
      .map((find) => find(document))
      .reduce((before, after) =>
        before.flatMap(([start, end]) =>
          after.filter(([next]) => next === end).map(([, last]) => [start, last] as const),
        ),
      );
}
