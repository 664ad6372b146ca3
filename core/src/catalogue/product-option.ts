/**
 * The configuration of a product on a cart line (wire contract 1.1). All three lists are always present.
 * Ids and values are text, except counts and numbers, so that two lines with the same choice are equal.
 */
export interface ProductOption {
  extension_attributes: {
    custom_options: OptionValue[];
    configurable_item_options: OptionValue[];
    bundle_options: BundleSelection[];
  };
}

/** `option_value` is the id of a value, several ids separated by commas, or the typed text. */
export interface OptionValue {
  option_id: string;
  option_value: string;
}

/** The selection for one option of a bundle; `option_selections` are ids of its product links. */
export interface BundleSelection {
  option_id: number;
  option_qty: number;
  option_selections: string[];
}

/**
 * Whether one option has two values. The line would show both while its price counts one, so the intent is
 * ambiguous.
 */
export function hasDuplicateOptions({ extension_attributes: chosen }: ProductOption): boolean {
  return [chosen.custom_options, chosen.bundle_options].some(
    (options) => new Set(options.map(({ option_id }) => option_id)).size < options.length,
  );
}

type Parts = Partial<ProductOption['extension_attributes']>;

/** Creates a product option; missing parts are empty. */
export function productOption(parts: Parts = {}): ProductOption {
  return {
    extension_attributes: {
      custom_options: parts.custom_options ?? [],
      configurable_item_options: parts.configurable_item_options ?? [],
      bundle_options: parts.bundle_options ?? [],
    },
  };
}
