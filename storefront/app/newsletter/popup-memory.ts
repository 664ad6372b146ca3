import { isStorageAllowed, readText, writeText } from '../platform/storage/browser-storage.ts';

const key = 'newsletter-asked';

/**
 * Whether the shopper saw the offer or subscribed; the offer is then not shown again. True where
 * storage is forbidden: the offer would be shown on every visit.
 */
export const wasPopupShown = (): boolean => !isStorageAllowed() || readText(key) !== null;

export const rememberPopup = (): void => void writeText(key, new Date().toISOString());
