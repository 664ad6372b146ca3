const key = 'fynbos-pocket-later';
/** How long a «not now» counts, in milliseconds: 30 days. */
const lasts = 30 * 86_400_000;

/** Whether the shopper said «not now» within that time. */
export function isRefused(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(key)) < lasts;
  } catch {
    return false;
  }
}

export function refuse(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // Without storage the offer is shown again.
  }
}
