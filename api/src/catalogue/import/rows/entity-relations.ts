import type { MediaItem } from '@fynbos/core/catalogue/entities.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import { ImportError, quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import type { CategoryReference, ProductDraft } from './drafts.ts';
import { type EntityFields, type KnownCodes, listOf } from './entity-fields.ts';
import { readTiers } from './entity-prices.ts';
import { isYes, readBundleOptions, readCustomOptions } from './product-options.ts';

const linkTypes = ['associated', 'related', 'upsell', 'crosssell'] as const;

/** Reads the relations of a product to categories, pictures and other products. */
export function readRelations(
  fields: EntityFields,
  draft: ProductDraft,
  codes: KnownCodes,
  findings: Findings,
): void {
  draft.categories = readCategories(fields);
  if (Array.isArray(fields.product_links)) {
    for (const type of linkTypes) draft.links.set(type, linksOf(fields.product_links, type));
  }
  if (Array.isArray(fields.media_gallery)) draft.media_gallery = readGallery(fields.media_gallery);
  if (Array.isArray(fields.tier_prices)) draft.tierPrices = readTiers(fields.tier_prices, draft, findings);
  if (Array.isArray(fields.configurable_options))
    draft.configurableOptions = readConfigurable(fields.configurable_options, draft, codes, findings);
  assignList(
    fields.bundle_options,
    'bundle_options',
    readBundleOptions,
    (options) => (draft.bundleOptions = options),
  );
  assignList(
    fields.custom_options,
    'custom_options',
    readCustomOptions,
    (options) => (draft.customOptions = options),
  );

  function assignList<T>(
    list: unknown,
    column: string,
    read: (list: unknown[]) => T | ImportError,
    put: (value: T) => void,
  ) {
    if (!Array.isArray(list)) return;
    const value = read(list);
    if (value instanceof ImportError) findings.problem(draft.at, column, value.reason);
    else put(value);
  }
}

function readCategories(fields: EntityFields): CategoryReference[] | undefined {
  const named = listOf(fields.category).map((entry) => ({
    id: Number(entry.category_id),
    ...(typeof entry.name === 'string' ? { name: entry.name } : {}),
  }));
  const ids = Array.isArray(fields.category_ids) ? fields.category_ids.map(Number) : [];
  if (fields.category === undefined && fields.category_ids === undefined) return undefined;
  const known = new Set(named.map((entry) => entry.id));
  return [...named, ...ids.filter((id) => !known.has(id)).map((id) => ({ id }))];
}

function linksOf(links: unknown[], type: string) {
  return listOf(links)
    .filter((link) => link.link_type === type && typeof link.linked_product_sku === 'string')
    .sort((left, right) => (Number(left.position) || 0) - (Number(right.position) || 0))
    .map((link) => {
      const extra = isRecord(link.extension_attributes) ? link.extension_attributes.qty : undefined;
      const qty = Number(link.qty ?? extra ?? 1);
      return {
        // The filter keeps only links with a text as SKU.
        sku: link.linked_product_sku as string,
        qty: qty > 0 ? qty : 1,
        ...(isId(link.id) && { id: String(link.id) }),
        ...(link.is_default !== undefined && { is_default: isYes(link.is_default) }),
      };
    });
}

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

function readGallery(gallery: unknown[]): MediaItem[] {
  return listOf(gallery)
    .filter((item) => typeof item.image === 'string')
    .map((item, index) => ({
      // The filter keeps only items with a text as image.
      image: item.image as string,
      pos: Number(item.pos) || index + 1,
      typ: item.typ === 'video' ? 'video' : 'image',
      lab: typeof item.lab === 'string' ? item.lab : null,
    }));
}

function readConfigurable(options: unknown[], draft: ProductDraft, codes: KnownCodes, findings: Findings) {
  return listOf(options).flatMap((option, index) => {
    const label = typeof option.label === 'string' ? option.label : '';
    const guesses = [
      option.attribute_code,
      codes.codeOfId(String(option.attribute_id ?? '')),
      label.toLowerCase(),
    ];
    const code = guesses.find((guess) => typeof guess === 'string' && codes.isAttribute(guess));
    if (typeof code === 'string') return [{ code, label, position: Number(option.position) || index }];
    findings.problem(
      draft.at,
      'configurable_options',
      `no attribute is known for the option ${quoted(label || String(option.attribute_id))}`,
    );
    return [];
  });
}
