/** How much a shopper lets the shop spend of their line: as the browser says, always little, or as it comes. */
export const dataUses = ['automatic', 'on', 'off'] as const;
export type DataUse = (typeof dataUses)[number];

/** Where the choice is kept (features, low data). It is there because it was asked for, so nobody is asked about it. */
export const dataUseCookie = 'fynbos-low-data';
/** Where the form of the choice is sent to. */
export const dataUsePath = '/low-data';
const oneYear = 31_536_000;

export const isDataUse = (text: unknown): text is DataUse => dataUses.includes(text as DataUse);

/** What was chosen, as the cookies of a request or of a document say it. */
export function dataUseIn(cookies: string): DataUse {
  const found = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${dataUseCookie}=`));
  const said = found?.slice(dataUseCookie.length + 1);
  return isDataUse(said) ? said : 'automatic';
}

/**
 * Whether a page is made with little: the shopper's choice, and otherwise what the browser says.
 *
 * @param saveData the request's `Save-Data`
 */
export function isLowData(cookies: string, saveData: string | undefined | null): boolean {
  const use = dataUseIn(cookies);
  return use === 'automatic' ? /^on\b/i.test(saveData ?? '') : use === 'on';
}

/** The `Set-Cookie` that remembers a choice for a year; automatic is remembered by forgetting. */
export function rememberDataUse(use: DataUse, secure: boolean): string {
  const age = use === 'automatic' ? 0 : oneYear;
  return `${dataUseCookie}=${use}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** One transparent point: what stands for a picture that waits to be asked for. Its path is written behind it. */
export const notYet = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==#';
