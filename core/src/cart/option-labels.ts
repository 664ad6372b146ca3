import { allowsMultiple, quantityOfLink } from '../catalogue/choices/bundle-choices.ts';
import type { BundleOption, ConfigurableOption, CustomOption } from '../catalogue/entities.ts';
import type { ProductOption } from '../catalogue/product-option.ts';

/** Source of the texts for chosen options. */
export interface Labelled {
  /** Options of the configurable product; empty when it has none. */
  configurable_options: readonly ConfigurableOption[];
  /** The variant's value of an attribute. */
  valueOf(code: string): string | undefined;
  custom_options: readonly CustomOption[];
  bundle_options: readonly BundleOption[];
  /** Name of the product with this sku; undefined when it no longer exists. */
  nameOf(sku: string): string | undefined;
}

export interface OptionLabel {
  label: string;
  value: string;
  /** The value was typed by the shopper: mails do not repeat it. */
  typed?: true;
}

/** Returns the chosen options of a line as text: «Colour: Red», «Grind: Plunger», «Cake: 1 × Carrot cake». */
export function optionLabels(of: Labelled, { extension_attributes: chosen }: ProductOption): OptionLabel[] {
  const variant = of.configurable_options.flatMap((option) => {
    const value = of.valueOf(option.attribute_code);
    const label = option.values.find((candidate) => String(candidate.value_index) === value)?.label;
    return label ? [{ label: option.label, value: label }] : [];
  });
  const custom = chosen.custom_options.flatMap(({ option_id, option_value }) => {
    const option = of.custom_options.find((candidate) => String(candidate.option_id) === option_id);
    return option ? [customLabel(option, option_value)] : [];
  });
  const bundle = chosen.bundle_options.flatMap(({ option_id, option_qty, option_selections }) => {
    const option = of.bundle_options.find((candidate) => candidate.option_id === option_id);
    const links = option?.product_links.filter((link) => option_selections.includes(link.id)) ?? [];
    if (!option) return [];
    // Where several links may be chosen, each has its own quantity; the option's quantity does not apply.
    const countOf = (link: (typeof links)[number]) =>
      allowsMultiple(option) ? quantityOfLink(link) : option_qty;
    const parts = links.flatMap((link) => {
      const name = of.nameOf(link.sku);
      return name === undefined ? [] : [`${countOf(link)} × ${name}`];
    });
    return parts.length > 0 ? [{ label: option.title, value: parts.join(', ') }] : [];
  });
  return [...variant, ...custom, ...bundle];
}

function customLabel({ title: label, values }: CustomOption, chosen: string): OptionLabel {
  if (values.length === 0) return { label, value: chosen, typed: true };
  const ids = chosen.split(',');
  const selected = values.filter((value) => ids.includes(String(value.option_type_id)));
  return { label, value: selected.map((value) => value.title).join(', ') };
}
