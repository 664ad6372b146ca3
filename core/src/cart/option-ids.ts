import { inputKindOf } from '../catalogue/choices/custom-choices.ts';
import type { BundleOption, CustomOption } from '../catalogue/entities.ts';
import { type ProductOption, productOption } from '../catalogue/product-option.ts';

/**
 * Options, values and links have two ids (ADR-013): one that is unique in the catalogue, which documents and
 * responses have, and one that is unique in the product, which stored cart and order lines have. Clients may
 * send either.
 */
export interface OptionLists {
  custom_options: readonly CustomOption[];
  bundle_options: readonly BundleOption[];
}

/** The options of a document with the ids of its product. */
export function withSourceIds({ custom_options, bundle_options }: OptionLists): OptionLists {
  return {
    custom_options: custom_options.map(({ source_id, ...option }) => ({
      ...option,
      option_id: source_id ?? option.option_id,
      values: option.values.map(({ source_id, ...value }) => ({
        ...value,
        option_type_id: source_id ?? value.option_type_id,
      })),
    })),
    bundle_options: bundle_options.map(({ source_id, ...option }) => {
      const option_id = source_id ?? option.option_id;
      const product_links = option.product_links.map(({ source_id, ...link }) => ({
        ...link,
        option_id,
        id: source_id ?? link.id,
      }));
      return { ...option, option_id, product_links };
    }),
  };
}

/** A configuration with the ids of its product. Ids that the product does not have stay unchanged. */
export const toSourceIds = (option: ProductOption, of: OptionLists): ProductOption =>
  translated(option, of, 'source');

/** A configuration with the ids of the catalogue, for responses. */
export const toCatalogueIds = (option: ProductOption, of: OptionLists): ProductOption =>
  translated(option, of, 'catalogue');

function translated(
  { extension_attributes: chosen }: ProductOption,
  of: OptionLists,
  to: keyof Ids,
): ProductOption {
  return productOption({
    ...chosen,
    custom_options: chosen.custom_options.map((choice) => {
      const option = findNamed(of.custom_options, idsOfOption, choice.option_id);
      if (!option) return choice;
      const option_id = idsOfOption(option)[to];
      const kind = inputKindOf(option);
      if (kind === 'text' || kind === 'date') return { ...choice, option_id };
      const values = choice.option_value.split(',').map((id) => {
        const value = findNamed(option.values, idsOfValue, id);
        return value ? idsOfValue(value)[to] : id;
      });
      return { option_id, option_value: values.join(',') };
    }),
    bundle_options: chosen.bundle_options.map((selection) => {
      const option = findNamed(of.bundle_options, idsOfOption, String(selection.option_id));
      if (!option) return selection;
      const option_selections = selection.option_selections.map((id) => {
        const link = findNamed(option.product_links, idsOfLink, id);
        return link ? idsOfLink(link)[to] : id;
      });
      return { ...selection, option_id: Number(idsOfOption(option)[to]), option_selections };
    }),
  });
}

/** Two ids of an option, a value or a link, as text. */
interface Ids {
  catalogue: string;
  source: string;
}

const idsFrom = (catalogue: number | string, source: number | string = catalogue): Ids => ({
  catalogue: String(catalogue),
  source: String(source),
});

const idsOfOption = ({ option_id, source_id }: { option_id: number; source_id?: number }): Ids =>
  idsFrom(option_id, source_id);
const idsOfValue = ({ option_type_id, source_id }: CustomOption['values'][number]): Ids =>
  idsFrom(option_type_id, source_id);
const idsOfLink = ({ id, source_id }: BundleOption['product_links'][number]): Ids => idsFrom(id, source_id);

/** Finds an entry by either id; the one of the catalogue wins. */
const findNamed = <Entry>(
  entries: readonly Entry[],
  idsOf: (entry: Entry) => Ids,
  id: string,
): Entry | undefined =>
  entries.find((entry) => idsOf(entry).catalogue === id) ??
  entries.find((entry) => idsOf(entry).source === id);
