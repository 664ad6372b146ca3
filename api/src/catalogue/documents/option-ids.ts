import type { BundleOption, CustomOption } from '@fynbos/core/catalogue/entities.ts';

/** The catalogue's ids of a product's options, values and links, by path in the product (`024-option-ids.sql`). */
export type OptionIds = ReadonlyMap<string, number>;

interface OptionLists {
  bundle_options: readonly BundleOption[];
  custom_options: readonly CustomOption[];
}

/** The options of a product with ids that are unique in the whole catalogue, as documents have them. */
export function withCatalogueIds(
  { bundle_options, custom_options }: OptionLists,
  ids: OptionIds = new Map(),
): { bundle_options: BundleOption[]; custom_options: CustomOption[] } {
  const idOf = (source: number, path: string) => {
    const id = ids.get(path) ?? source;
    return { id, ...(id === source ? {} : { source_id: source }) };
  };
  return {
    bundle_options: bundle_options.map((option) => {
      const path = `bundle/${option.option_id}`;
      const { id: option_id, ...source } = idOf(option.option_id, path);
      const product_links = option.product_links.map((link) => {
        const id = String(ids.get(`${path}/${link.id}`) ?? link.id);
        return { ...link, id, ...(id === link.id ? {} : { source_id: link.id }), option_id };
      });
      return { ...option, option_id, ...source, product_links };
    }),
    custom_options: custom_options.map((option) => {
      const path = `custom/${option.option_id}`;
      const { id: option_id, ...source } = idOf(option.option_id, path);
      const values = option.values.map((value) => {
        const { id: option_type_id, ...source } = idOf(
          value.option_type_id,
          `${path}/${value.option_type_id}`,
        );
        return { ...value, option_type_id, ...source };
      });
      return { ...option, option_id, ...source, values };
    }),
  };
}
