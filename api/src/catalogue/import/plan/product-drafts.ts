import { quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import { overlayTexts } from '../format/view-columns.ts';
import type { ProductDraft } from '../rows/drafts.ts';
import { isSameJson } from './import-plan.ts';

/**
 * Merges drafts to one per SKU. Completing rows are merged below the row they complete, identical documents
 * of a dump are used once, and any other repetition is a problem.
 */
export function gatherProducts(
  drafts: readonly ProductDraft[],
  findings: Findings,
): Map<string, ProductDraft> {
  const products = new Map<string, ProductDraft>();
  for (const draft of drafts) {
    if (draft.completes) continue;
    const first = products.get(draft.sku);
    if (!first) products.set(draft.sku, draft);
    else if (draft.dumped && isSameJson(meaning(draft), meaning(first)))
      findings.notice('products that are in the dump twice and alike were imported once', draft.sku);
    else
      findings.problem(
        draft.at,
        'sku',
        `${quoted(draft.sku)} stands already in ${first.at.file}, line ${first.at.line}`,
      );
  }
  for (const draft of drafts) {
    if (!draft.completes) continue;
    const product = products.get(draft.sku);
    products.set(draft.sku, product ? completed(product, draft) : { ...draft, completes: false });
  }
  return products;
}

/** The content of a document without its position, id and dates. */
function meaning(draft: ProductDraft): unknown {
  const { at: _at, wishedId: _id, created_at: _created, ...content } = draft;
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, value instanceof Map ? [...value] : value]),
  );
}

/** The product's own fields take precedence; a completing row adds the missing ones. */
function completed(product: ProductDraft, more: ProductDraft): ProductDraft {
  const definedFields = Object.fromEntries(
    Object.entries(product).filter(([, value]) => value !== undefined),
  );
  return {
    ...more,
    ...definedFields,
    at: product.at,
    completes: false,
    viewTexts: overlayTexts(more.viewTexts, product.viewTexts),
    stock: { ...more.stock, ...defined(product.stock) },
    prices: new Map([...more.prices, ...product.prices]),
    attributes: new Map([...more.attributes, ...product.attributes]),
    links: new Map([...more.links, ...product.links]),
  };
}

function defined<T extends object>(fields: T): Partial<T> {
  // The keys are those of `fields`; `Object.fromEntries` types them as strings.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
