import { readText, writeText } from '../../platform/storage/browser-storage.ts';

const key = 'fynbos-pocket-later';
/** How long a «not now» counts, in milliseconds: 30 days. */
const lasts = 30 * 86_400_000;

/** Whether the shopper said «not now» within that time. */
export const isOfferDismissed = (): boolean => Date.now() - Number(readText(key)) < lasts;

/** Without storage the offer is shown again. */
export const dismissOffer = (): void => void writeText(key, String(Date.now()));
