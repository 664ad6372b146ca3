import { skusDrawnAt } from '@fynbos/core/images/drawn-image.ts';
import type { Findings } from '../format/findings.ts';
import type { CategoryDraft, ProductDraft } from './drafts.ts';

type PictureDraft = Pick<ProductDraft, 'at' | 'image' | 'media_gallery'> | CategoryDraft;

/** What the shop can show. */
export interface ShownPictures {
  /** Why the shop cannot show a file; undefined if it can. */
  problem(reference: string): Promise<string | undefined>;
  /** Whether the shop draws a product with this SKU. */
  isDrawn(sku: string): boolean;
}

/** Warns about each cell that names a picture which the shop cannot show. */
export async function checkPictures(
  drafts: readonly PictureDraft[],
  pictures: ShownPictures,
  findings: Findings,
): Promise<void> {
  for (const draft of drafts)
    for (const [column, reference] of picturesOf(draft)) {
      const problem = await problemOf(reference, pictures);
      if (problem) findings.warning(draft.at, column, `"${reference}" ${problem}`);
    }
}

function problemOf(
  reference: string,
  pictures: ShownPictures,
): Promise<string | undefined> | string | undefined {
  const drawn = skusDrawnAt(reference);
  if (drawn.length === 0) return pictures.problem(reference);
  return drawn.some(pictures.isDrawn) ? undefined : 'is the drawing of a product that the shop does not have';
}

function picturesOf(draft: PictureDraft): (readonly [column: string, reference: string])[] {
  const gallery = 'media_gallery' in draft ? (draft.media_gallery ?? []) : [];
  const galleryColumn = draft.at.row === undefined ? 'media_gallery' : 'gallery';
  const named = [
    ['image', draft.image ?? ''] as const,
    ...gallery.map(({ image }) => [galleryColumn, image] as const),
  ];
  return named.filter(([, reference]) => reference !== '' && reference !== 'no_selection');
}
