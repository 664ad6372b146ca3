/**
 * What was chosen of a product, as it stands on a line of the cart (wire contract 1.1). All three lists are
 * always there. Ids and values are text, except where they count or number something, so that two lines
 * with the same choice are equal whoever wrote them.
 */
export interface ProductOption {
  extension_attributes: {
    custom_options: OptionValue[];
    configurable_item_options: OptionValue[];
    bundle_options: BundleSelection[];
  };
}

/** `option_value` is an id of the value, several with commas between, or the text that was typed. */
export interface OptionValue {
  option_id: string;
  option_value: string;
}

/** What was selected of one option of a bundle; `option_selections` are ids of its product links. */
export interface BundleSelection {
  option_id: number;
  option_qty: number;
  option_selections: string[];
}

/**
 * Whether one option is answered twice: the words of a line say every answer, its price knows one, so that what is meant
 * is anybody's guess.
 */
export function answersTwice({ extension_attributes: chosen }: ProductOption): boolean {
  return [chosen.custom_options, chosen.bundle_options].some(
    (answers) => new Set(answers.map(({ option_id }) => option_id)).size < answers.length,
  );
}

type Parts = Partial<ProductOption['extension_attributes']>;

/** Puts the parts of a choice together; what is not given is empty. */
export function productOption(parts: Parts = {}): ProductOption {
  return {
    extension_attributes: {
      custom_options: parts.custom_options ?? [],
      configurable_item_options: parts.configurable_item_options ?? [],
      bundle_options: parts.bundle_options ?? [],
    },
  };
}

/**
 * Reads a choice as clients write it: lists or maps of objects, numbers or texts, lists of values or commas,
 * parts left out (wire contract 1.1). What cannot be read is left out, never guessed.
 */
export function readProductOption(written: unknown): ProductOption {
  const parts = fieldsOf(fieldsOf(written).extension_attributes);
  return productOption({
    custom_options: listOf(parts.custom_options).flatMap(optionValue),
    configurable_item_options: listOf(parts.configurable_item_options).flatMap(optionValue),
    bundle_options: listOf(parts.bundle_options).flatMap(bundleSelection),
  });
}

function optionValue(written: Record<string, unknown>): OptionValue[] {
  const option_id = textOf(written.option_id);
  const { option_value: value } = written;
  const option_value = Array.isArray(value) ? value.map(textOf).filter(Boolean).join(',') : textOf(value);
  return option_id === '' ? [] : [{ option_id, option_value }];
}

function bundleSelection(written: Record<string, unknown>): BundleSelection[] {
  const option_id = Number(textOf(written.option_id));
  if (!Number.isSafeInteger(option_id) || option_id <= 0) return [];
  const { option_selections: selections, option_qty } = written;
  const ids = Array.isArray(selections) ? selections : Object.values(fieldsOf(selections));
  const option_selections = [...new Set((ids.length > 0 ? ids : [selections]).map(textOf).filter(Boolean))];
  const qty = textOf(option_qty);
  return [{ option_id, option_qty: qty === '' ? 1 : Number(qty), option_selections }];
}

function listOf(written: unknown): Record<string, unknown>[] {
  const list = Array.isArray(written) ? written : Object.values(fieldsOf(written));
  return list.map(fieldsOf);
}

function fieldsOf(written: unknown): Record<string, unknown> {
  return typeof written === 'object' && written !== null ? (written as Record<string, unknown>) : {};
}

function textOf(written: unknown): string {
  return typeof written === 'string' || typeof written === 'number' ? String(written) : '';
}
