/** How much data the shop may use: as the browser requests, always little, or without a limit. */
export const dataUses = ['automatic', 'on', 'off'] as const;
export type DataUse = (typeof dataUses)[number];

/** The cookie that stores the choice (features, low data). The shopper requested it, so it needs no consent. */
export const dataUseCookie = 'fynbos-low-data';
/** The address that the form posts to. */
export const dataUsePath = '/low-data';
const oneYear = 31_536_000;

export const isDataUse = (text: unknown): text is DataUse => dataUses.some((use) => use === text);

/** The choice stored in the cookies of a request or a document. */
export function dataUseIn(cookies: string): DataUse {
  const entry = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${dataUseCookie}=`));
  const value = entry?.slice(dataUseCookie.length + 1);
  return isDataUse(value) ? value : 'automatic';
}

/**
 * Whether a page is rendered in low-data mode: by the shopper's choice, otherwise by the browser's setting.
 * @param saveData the request's `Save-Data`
 */
export function isLowData(cookies: string, saveData: string | undefined | null): boolean {
  const use = dataUseIn(cookies);
  return use === 'automatic' ? /^on\b/i.test(saveData ?? '') : use === 'on';
}

/** The `Set-Cookie` header that stores a choice for a year; for automatic it deletes the cookie. */
export function rememberDataUse(use: DataUse, secure: boolean): string {
  const age = use === 'automatic' ? 0 : oneYear;
  return `${dataUseCookie}=${use}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/**
 * A transparent pixel, the placeholder of a picture that is not loaded yet. The picture's path follows the
 * `#`.
 */
export const notYet = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==#';
