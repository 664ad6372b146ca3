import { EngineError, noSuchIndex, onlyKeys } from './engine-error.ts';
import type { Mapping } from './index-fields.ts';
import { type ItemResult, StubIndex } from './stub-index.ts';
import { searchIndex } from './stub-search.ts';

/** A request to the engine. */
export interface Call {
  method: string;
  /** The segments of the path. */
  segments: readonly string[];
  parameters: URLSearchParams;
  body: string;
}

/** The failure of one item of a bulk request. */
export type ItemFailure = () => { status: number; type: string } | undefined;

interface Template {
  index_patterns: string[];
  template: { settings: { max_result_window: number }; mappings: Mapping };
}

interface AliasAction {
  add?: { index: string; alias: string };
  remove?: { index: string; alias: string; must_exist?: boolean };
}

const acknowledged = { acknowledged: true };

/** The indices of a search engine, and the endpoints that act on them. */
export class StubCluster {
  readonly #indices = new Map<string, StubIndex>();
  readonly #templates = new Map<string, Template>();

  /**
   * Serves a request.
   * @throws EngineError for a request that the engine does not know or rejects
   */
  answer({ method, segments, parameters, body }: Call, itemFailure: ItemFailure): object {
    const [first = '', second = '', third = ''] = segments;
    const isTemplate = first === '_index_template';
    const allow = (...names: string[]) => onlyKeys(Object.fromEntries(parameters), names, segments.join('/'));
    switch (`${method} ${isTemplate ? first : first === '_aliases' ? first : [second, third].join('/')}`) {
      case 'PUT _index_template':
        allow();
        return this.#putTemplate(second, JSON.parse(body));
      case 'POST _aliases':
        allow();
        return this.#changeAliases(JSON.parse(body));
      case 'PUT /':
        allow();
        return this.#createIndex(first, body ? JSON.parse(body) : {});
      case 'DELETE /':
        allow('ignore_unavailable');
        return this.#deleteIndices(first, parameters.get('ignore_unavailable') === 'true');
      case 'GET _alias/':
        allow();
        return this.#listAliases(first);
      case 'GET _stats/indexing':
        allow('filter_path');
        return this.#countWrites(first);
      case 'POST _bulk/':
        allow('require_alias', 'filter_path');
        return this.#writeBulk(first, {
          body,
          needsAlias: parameters.get('require_alias') === 'true',
          itemFailure,
        });
      case 'POST _refresh/':
        allow();
        this.#find(first)[1].refresh();
        return { _shards: { total: 1, successful: 1, failed: 0 } };
      case 'POST _search/':
        allow('filter_path', 'allow_partial_search_results');
        return searchIndex(...this.#find(first), JSON.parse(body));
      default:
        throw new EngineError(
          400,
          'illegal_argument_exception',
          `no handler found for uri [/${segments.join('/')}] and method [${method}]`,
        );
    }
  }

  #putTemplate(name: string, template: Template): object {
    onlyKeys(template, ['index_patterns', 'priority', 'template'], 'index_template');
    this.#templates.set(name, template);
    return acknowledged;
  }

  #createIndex(name: string, body: { aliases?: Record<string, object> }): object {
    onlyKeys(body, ['aliases'], 'create index');
    if (this.#indices.has(name))
      throw new EngineError(400, 'resource_already_exists_exception', `index [${name}] already exists`);
    const { settings, mappings } = this.#templateOf(name);
    const index = new StubIndex(mappings, settings.max_result_window);
    for (const alias of Object.keys(body.aliases ?? {})) index.aliases.add(alias);
    this.#indices.set(name, index);
    return { ...acknowledged, shards_acknowledged: true, index: name };
  }

  #templateOf(name: string): Template['template'] {
    const matching = [...this.#templates.values()].find(({ index_patterns }) =>
      index_patterns.some((pattern) => matchesPattern(name, pattern)),
    );
    const none = { dynamic: false, dynamic_templates: [], properties: {} };
    return matching?.template ?? { settings: { max_result_window: 10_000 }, mappings: none };
  }

  #deleteIndices(pattern: string, ignoresMissing: boolean): object {
    const names = this.#matching(pattern);
    if (names.length === 0 && !pattern.includes('*') && !ignoresMissing) throw noSuchIndex(pattern);
    for (const name of names) this.#indices.delete(name);
    return acknowledged;
  }

  #listAliases(pattern: string): object {
    const names = this.#matching(pattern);
    if (names.length === 0 && !pattern.includes('*')) throw noSuchIndex(pattern);
    return Object.fromEntries(names.map((name) => [name, { aliases: this.#aliasesOf(name) }]));
  }

  #aliasesOf(name: string): Record<string, object> {
    return Object.fromEntries([...(this.#indices.get(name)?.aliases ?? [])].map((alias) => [alias, {}]));
  }

  /** Applies all actions, or none when one is invalid. */
  #changeAliases({ actions }: { actions: AliasAction[] }): object {
    for (const { add, remove } of actions) {
      const { index: name = '', alias = '' } = add ?? remove ?? {};
      const index = this.#indices.get(name);
      if (!index) throw noSuchIndex(name);
      if (remove && !index.aliases.has(alias))
        throw new EngineError(404, 'aliases_not_found_exception', `aliases [${alias}] missing`);
    }
    for (const { add, remove } of actions) {
      if (add) this.#indices.get(add.index)?.aliases.add(add.alias);
      if (remove) this.#indices.get(remove.index)?.aliases.delete(remove.alias);
    }
    return acknowledged;
  }

  #countWrites(pattern: string): object {
    const names = pattern.includes('*') ? this.#matching(pattern) : [this.#find(pattern)[0]];
    const total = names.reduce((sum, name) => sum + (this.#indices.get(name)?.indexTotal ?? 0), 0);
    const statistics = { indexing: { index_total: total } };
    return { _all: { primaries: statistics, total: statistics } };
  }

  #writeBulk(
    target: string,
    { body, needsAlias, itemFailure }: { body: string; needsAlias: boolean; itemFailure: ItemFailure },
  ): object {
    if (!body.endsWith('\n'))
      throw new EngineError(
        400,
        'illegal_argument_exception',
        'The bulk request must be terminated by a newline [\\n]',
      );
    const lines = body
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line));
    const hasAlias = [...this.#indices.values()].some(({ aliases }) => aliases.has(target));
    const isMissing = needsAlias && !hasAlias;
    const items: Record<string, ItemResult>[] = [];
    while (lines.length > 0) {
      const [[operation, { _id, ...more }] = ['', { _id: '' }]] = Object.entries<{ _id: string }>(
        lines.shift(),
      );
      onlyKeys(more, operation === 'update' ? ['retry_on_conflict'] : [], operation);
      if (!['index', 'update', 'delete'].includes(operation))
        throw new EngineError(
          400,
          'illegal_argument_exception',
          `Malformed action/metadata line, unknown [${operation}]`,
        );
      const document = operation === 'delete' ? undefined : lines.shift();
      const failure = isMissing ? missingAlias : itemFailure();
      items.push({
        [operation]: failure
          ? {
              _id,
              status: failure.status,
              error: { type: failure.type, reason: `${target}: ${failure.type}` },
            }
          : this.#find(target)[1].apply(operation, _id, document),
      });
    }
    const errors = items.some((item) => Object.values(item).some(({ error }) => error));
    return { took: 1, errors, items };
  }

  /** The index of a name or an alias. */
  #find(name: string): [name: string, index: StubIndex] {
    const entry = [...this.#indices].find(([own, { aliases }]) => own === name || aliases.has(name));
    if (!entry) throw noSuchIndex(name);
    return entry;
  }

  #matching(pattern: string): string[] {
    return [...this.#indices.keys()].filter((name) => matchesPattern(name, pattern)).sort();
  }
}

/** The failure of each item without the alias that `require_alias` demands. */
const missingAlias = { status: 404, type: 'index_not_found_exception' };

/** A pattern is a name, or a prefix with a star. */
function matchesPattern(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
