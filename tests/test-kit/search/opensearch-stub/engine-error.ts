/** An error as OpenSearch returns it. */
export class EngineError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }

  get body(): object {
    const cause = { type: this.type, reason: this.message };
    return { error: { root_cause: [cause], ...cause }, status: this.status };
  }
}

/** An error of a shard: it rejects a query that it could parse. */
export class ShardError extends EngineError {
  override get body(): object {
    const reason = { type: this.type, reason: this.message };
    const failed = { shard: 0, node: 'stub', reason };
    return {
      error: {
        root_cause: [reason],
        ...{ type: 'search_phase_execution_exception', reason: 'all shards failed', phase: 'query' },
        ...{ grouped: true, failed_shards: [failed] },
      },
      status: this.status,
    };
  }
}

export const noSuchIndex = (name: string): EngineError =>
  new EngineError(404, 'index_not_found_exception', `no such index [${name}]`);

/** @throws EngineError when an object has another key than these */
export function onlyKeys(value: object, known: readonly string[], place: string): void {
  for (const key of Object.keys(value))
    if (!known.includes(key))
      throw new EngineError(400, 'parsing_exception', `[${place}] does not support [${key}]`);
}
