let token: string | undefined;

/**
 * What group prices are asked for with: in memory, and only while somebody is logged in (accounts 6).
 * A server never has one, so no page for others is made with it (decision 32).
 */
export const groupToken = (): string | undefined => token;

export function keepGroupToken(given: string | undefined): void {
  token = given;
}
