import { quoted } from './cells.ts';
import type { ProductDraft } from './drafts.ts';
import type { Findings } from './findings.ts';
import { same } from './plan.ts';
import { saidOver } from './view-columns.ts';

/**
 * One draft a sku: rows that complete others are laid under them, documents that are in a dump twice
 * and alike are taken once, and every other repetition is a problem.
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
    else if (draft.dumped && same(meaning(draft), meaning(first)))
      findings.notice('products that are in the dump twice and alike were taken once', draft.sku);
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

/** What a document says, apart from where it stands, its id and its dates. */
function meaning(draft: ProductDraft): unknown {
  const { at: _at, wishedId: _id, created_at: _created, ...said } = draft;
  return Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key, value instanceof Map ? [...value] : value]),
  );
}

/** What the product says itself wins; a complement adds what it leaves out. */
function completed(product: ProductDraft, more: ProductDraft): ProductDraft {
  const said = Object.fromEntries(Object.entries(product).filter(([, value]) => value !== undefined));
  return {
    ...more,
    ...said,
    at: product.at,
    completes: false,
    viewTexts: saidOver(more.viewTexts, product.viewTexts),
    stock: { ...more.stock, ...defined(product.stock) },
    prices: new Map([...more.prices, ...product.prices]),
    attributes: new Map([...more.attributes, ...product.attributes]),
    links: new Map([...more.links, ...product.links]),
  };
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
