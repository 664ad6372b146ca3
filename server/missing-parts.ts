import type { Config } from '@fynbos/api/config/config.ts';
import { storedContents, textIn } from '@fynbos/api/content/cms-service.ts';
import type { Db } from '@fynbos/api/db.ts';
import { storedMethods } from '@fynbos/api/delivery/delivery-service.ts';

/** Pages that South African law requires of an online shop, by identifier. */
const requiredPages = [
  ...['legal', 'sales-terms-and-conditions', 'privacy-policy'],
  ...['shipping-delivery', 'warranty-returns', 'contact'],
];

/** A place of the starter set that the owner fills in: `[Company name]`. */
const placeholder = /\[[A-Z][^\][]*\](?!\()/;

/**
 * What a shop lacks before it can sell.
 * @returns a sentence for the operator; undefined when nothing is missing
 */
export async function missingParts(
  db: Db,
  { payments, orderNoticeTo }: Pick<Config, 'payments' | 'orderNoticeTo'>,
): Promise<string | undefined> {
  const methods = [...(await storedMethods(db)).values()].filter(({ enabled }) => enabled);
  const pages = [...(await storedContents(db)).values()].filter(({ kind }) => kind === 'page');
  const shown = new Map(pages.map((page) => [page.identifier, textIn(page, 'en')]));
  const missing = requiredPages.filter((page) => !shown.get(page)?.is_active);
  const unfinished = [...shown].flatMap(([page, text]) =>
    text?.is_active && placeholder.test(text.source) ? [page] : [],
  );
  const lacksNotices = payments === 'live' && orderNoticeTo === undefined;
  const parts = [
    ...(methods.length === 0 ? ['no delivery method, so nothing can be ordered'] : []),
    ...(missing.length > 0 ? [`no page ${missing.join(', ')}`] : []),
    ...(unfinished.length > 0 ? [`text in [brackets] to fill in on the page ${unfinished.join(', ')}`] : []),
    ...(lacksNotices ? ['no ORDER_NOTICE_TO, so nobody is told of orders'] : []),
  ];
  if (parts.length === 0) return undefined;
  const remedy =
    methods.length === 0 || missing.length > 0
      ? ' A set to start with: npm run import -- catalogue/starter (docs/import.md).'
      : unfinished.length > 0
        ? ' Import the finished pages with npm run import.'
        : '';
  return `The shop is not complete: ${parts.join('; ')}.${remedy}`;
}
