import { EngineError } from './engine-error.ts';
import { type FieldValue, IndexFields, type Mapping } from './index-fields.ts';

type Source = Record<string, unknown>;

/** A stored document. */
export interface StoredDocument {
  id: string;
  source: Source;
  values: ReadonlyMap<string, readonly FieldValue[]>;
}

/** What a bulk request did with one document. */
export interface ItemResult {
  _id: string;
  status: number;
  result?: 'created' | 'updated' | 'deleted' | 'not_found' | 'noop';
  error?: { type: string; reason: string };
}

/** The parameters of a scripted update, as far as the engine uses them. */
interface ScriptedUpdate {
  scripted_upsert?: boolean;
  upsert?: Source;
  script?: { lang: string; source: string; params: { entry: Source; place: number } };
}

/** The only update script that the engine sends, as text and as its effect. */
const updateScript =
  "if (ctx.op != 'create' && ctx._source.print_a == params.entry.print_a && ctx._source.print_b == params.entry.print_b) { ctx.op = 'none'; } else { def place = ctx.op == 'create' ? params.place : ctx._source.place; ctx._source.clear(); ctx._source.putAll(params.entry); ctx._source.place = place; }";

function applyUpdateScript(before: Source | undefined, { entry, place }: { entry: Source; place: number }) {
  const isSame = before && before.print_a === entry.print_a && before.print_b === entry.print_b;
  return isSame ? undefined : { ...entry, place: before ? before.place : place };
}

/** An index. Written documents are found after a refresh. */
export class StubIndex {
  readonly aliases = new Set<string>();
  readonly fields: IndexFields;
  readonly maxResultWindow: number;
  /** Number of documents indexed since the index was created. */
  indexTotal = 0;
  readonly #written = new Map<string, StoredDocument>();
  /** The documents that searches find, in the order of their last write. */
  visible: readonly StoredDocument[] = [];

  constructor(mapping: Mapping, maxResultWindow: number) {
    this.fields = new IndexFields(mapping);
    this.maxResultWindow = maxResultWindow;
  }

  refresh(): void {
    this.visible = [...this.#written.values()];
  }

  /** Applies one operation of a bulk request. */
  apply(operation: string, id: string, body: unknown): ItemResult {
    try {
      if (operation === 'delete') {
        const isThere = this.#written.delete(id);
        return {
          _id: id,
          ...(isThere ? { status: 200, result: 'deleted' } : { status: 404, result: 'not_found' }),
        };
      }
      if (operation === 'update') return this.#update(id, body as ScriptedUpdate);
      return this.#put(id, body as Source);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      return { _id: id, status: error.status, error: { type: error.type, reason: error.message } };
    }
  }

  #put(id: string, source: Source): ItemResult {
    const values = this.fields.read(source);
    const isThere = this.#written.delete(id);
    this.#written.set(id, { id, source, values });
    this.indexTotal += 1;
    return {
      _id: id,
      ...(isThere ? { status: 200, result: 'updated' } : { status: 201, result: 'created' }),
    };
  }

  #update(id: string, { scripted_upsert, upsert, script }: ScriptedUpdate): ItemResult {
    if (!scripted_upsert || !upsert || script?.lang !== 'painless' || script.source.trim() !== updateScript)
      throw new EngineError(
        400,
        'illegal_argument_exception',
        'failed to execute script: it is not known here',
      );
    const next = applyUpdateScript(this.#written.get(id)?.source, script.params);
    return next ? this.#put(id, next) : { _id: id, status: 200, result: 'noop' };
  }
}
