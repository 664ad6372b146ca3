import { EngineError, ShardError } from './engine-error.ts';

/** The part of a mapping that the engine uses. */
export interface Mapping {
  dynamic: boolean;
  dynamic_templates: Record<string, { path_match: string; mapping: FieldType }>[];
  properties: Record<string, FieldType>;
}

interface FieldType {
  type: string;
  index?: boolean;
  doc_values?: boolean;
  dynamic?: boolean;
  ignore_above?: number;
  analyzer?: string;
}

export type FieldValue = string | number | boolean;

/** Bytes of the longest term that Lucene stores. */
const maxTermBytes = 32_766;

const numeric = ['integer', 'long', 'float', 'double'];

/** The fields of an index: those of its mapping, and those that documents added. */
export class IndexFields {
  readonly #mapping: Mapping;
  readonly #types = new Map<string, FieldType>();

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
    for (const [name, type] of Object.entries(mapping.properties)) this.#types.set(name, type);
  }

  /**
   * The indexed values of a document, by field.
   * @throws EngineError when a value does not fit its field
   */
  read(source: Record<string, unknown>): Map<string, FieldValue[]> {
    const values = new Map<string, FieldValue[]>();
    for (const [name, value] of Object.entries(source)) {
      const type = this.#types.get(name);
      if (type?.type === 'object' || type?.type === 'rank_features') {
        for (const [key, inner] of Object.entries(value as object))
          this.#readInner(values, { name, key, inner });
      } else if (type) values.set(name, valuesOf(name, type, value));
      else if (name.includes('.')) this.#readDotted(values, name, value);
    }
    return values;
  }

  #readInner(
    values: Map<string, FieldValue[]>,
    { name, key, inner }: Record<'name' | 'key', string> & { inner: unknown },
  ) {
    const path = `${name}.${key}`;
    if (this.#types.get(name)?.type !== 'rank_features') return this.#readDotted(values, path, inner);
    if (key.includes('.') || !(typeof inner === 'number' && inner > 0))
      throw unreadable(name, 'rank_features', `${key}: ${inner}`);
    values.set(path, [featurePrecision(inner)]);
  }

  /** A field of a dynamic object. */
  #readDotted(values: Map<string, FieldValue[]>, path: string, value: unknown): void {
    const [object = ''] = path.split('.');
    if (!this.#types.get(object)?.dynamic) return;
    const known = this.#types.get(path) ?? this.#dynamicType(path);
    this.#types.set(path, known);
    values.set(path, valuesOf(path, known, value));
  }

  #dynamicType(path: string): FieldType {
    const templates = this.#mapping.dynamic_templates.flatMap((template) => Object.values(template));
    const template = templates.find(({ path_match }) => path.startsWith(path_match.slice(0, -1)));
    if (!template)
      throw new EngineError(400, 'mapper_parsing_exception', `no dynamic template fits [${path}]`);
    return template.mapping;
  }

  has(field: string): boolean {
    return this.#types.has(field);
  }

  /** @throws ShardError when the field cannot be searched by its terms */
  checkSearchable(field: string): void {
    if (this.#types.get(field)?.index === false)
      throw new ShardError(
        400,
        'query_shard_exception',
        `Cannot search on field [${field}] since it is not indexed.`,
      );
  }

  /** @throws ShardError when the field cannot be sorted or aggregated */
  checkSortable(field: string): void {
    const type = this.#types.get(field);
    if (type?.doc_values === false || type?.type === 'text')
      throw new ShardError(
        400,
        'illegal_argument_exception',
        `Can't load fielddata on [${field}] because fielddata is unsupported on fields of type [${type.type}]. Use doc values instead.`,
      );
  }
}

/** The indexed values of one field; for a text with whitespace between its words, the words. */
function valuesOf(name: string, { type, ignore_above }: FieldType, value: unknown): FieldValue[] {
  const all = [value].flat().filter((item) => item !== undefined && item !== null);
  if (type === 'text') return all.flatMap((text) => String(text).split(/\s+/).filter(Boolean));
  if (type === 'boolean') return all.map((item) => checked(name, type, item, typeof item === 'boolean'));
  if (numeric.includes(type))
    return all.map((item) => {
      const whole = type === 'integer' || type === 'long';
      const number = checked(name, type, item, Number.isFinite(item) && (!whole || Number.isInteger(item)));
      return type === 'float' ? Math.fround(Number(number)) : number;
    });
  const texts = all.map(String).filter((text) => !ignore_above || text.length <= ignore_above);
  for (const text of texts)
    if (Buffer.byteLength(text) > maxTermBytes)
      throw new EngineError(
        400,
        'illegal_argument_exception',
        `Document contains at least one immense term in field="${name}"`,
      );
  return texts;
}

function checked(name: string, type: string, value: unknown, isValid: boolean): FieldValue {
  if (!isValid) throw unreadable(name, type, value);
  // Checked by the caller.
  return value as FieldValue;
}

const unreadable = (name: string, type: string, value: unknown) =>
  new EngineError(
    400,
    'mapper_parsing_exception',
    `failed to parse field [${name}] of type [${type}]: ${value}`,
  );

const bits = new DataView(new ArrayBuffer(4));

/** Lucene stores a feature with nine significant bits. */
function featurePrecision(value: number): number {
  bits.setFloat32(0, value);
  bits.setInt32(0, (bits.getInt32(0) >> 15) << 15);
  return bits.getFloat32(0);
}
