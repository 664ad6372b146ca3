import { ProviderUnreachable } from './payment-provider.ts';
import type { ProviderClient, ProviderRequest, ProviderResponse } from './provider-request.ts';

/** A token is not used when it could expire in transit. */
const earlierMs = 120_000;

/**
 * Sends requests with an access token, which is fetched once for all waiting callers and cached until
 * shortly before it expires. Only an accepted token is cached: a rejected one is replaced, once. If no
 * token is issued, the refusal becomes the response to the request.
 */
export function withAccessToken(
  send: ProviderClient,
  forToken: ProviderRequest,
  now: () => Date,
): ProviderClient {
  let cached: { token: string; expiresAt: number } | undefined;
  let fetching: Promise<string | ProviderResponse> | undefined;

  async function fetchToken() {
    const response = await send(forToken);
    // Regardless of its status: it must not be mistaken for a response about a payment.
    if (response.status >= 400) return { ...response, status: 401 };
    const token = textOf(response);
    const livesMs = Number(response.json.expires_in) * 1000 - earlierMs;
    if (livesMs > 0) cached = { token, expiresAt: now().getTime() + livesMs };
    return token;
  }

  function currentToken(): Promise<string | ProviderResponse> {
    if (cached && now().getTime() < cached.expiresAt) return Promise.resolve(cached.token);
    fetching ??= fetchToken().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  async function tryOnce(request: ProviderRequest): Promise<ProviderResponse> {
    const token = await currentToken();
    if (typeof token !== 'string') return token;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const response = await send({ ...request, headers });
    if (response.status === 401 && cached?.token === token) cached = undefined;
    return response;
  }

  return async (request) => {
    const old = cached?.token;
    const response = await tryOnce(request);
    return response.status === 401 && old !== undefined ? tryOnce(request) : response;
  };
}

/** @throws ProviderUnreachable for a response without a valid token */
function textOf({ status, json }: ProviderResponse): string {
  const token = status < 300 && typeof json?.access_token === 'string' ? json.access_token : '';
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ProviderUnreachable(`responded with ${status} without a token`);
  return token;
}
