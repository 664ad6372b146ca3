import { withAccessToken } from '../access-token.ts';
import { ProviderUnreachable } from '../payment-provider.ts';
import { createProviderClient, type ProviderRequest, type ProviderResponse } from '../provider-request.ts';
import { wordOf } from '../provider-response.ts';

const moneyDeadlineMs = 10_000;

type Account = Record<'url' | 'clientId' | 'secret', string>;
export type PaypalClient = ReturnType<typeof createPaypalClient>;

/** The requests to PayPal of one account. */
export function createPaypalClient(account: Account, now: () => Date) {
  const { url } = account;
  const sendWithToken = withAccessToken(createProviderClient(url), tokenRequest(account), now);

  /** A response that is not a JSON object is unusable, whatever its status. */
  async function sendRequest(request: ProviderRequest): Promise<ProviderResponse> {
    const headers = { 'content-type': 'application/json', ...request.headers };
    const response = await sendWithToken({ ...request, headers });
    if (typeof response.json !== 'object' || response.json === null)
      throw new ProviderUnreachable(`returned ${response.status} without JSON`);
    // The same request is already in progress.
    if (response.status === 409) throw new ProviderUnreachable('returned status 409');
    return response;
  }

  /** Sends a request about an existing object: rejected keys say nothing about its status. */
  async function requestExisting(request: ProviderRequest): Promise<ProviderResponse> {
    const response = await sendRequest(request);
    if (response.status === 401 || response.status === 403)
      throw new ProviderUnreachable(`provider rejected our keys: ${issueOf(response)}`);
    return response;
  }

  const get = (path: string): Promise<ProviderResponse> =>
    requestExisting({ method: 'GET', url: `${url}${path}` });

  /** A request that moves money, with an idempotency key. */
  const move = (path: string, key: string, body: object): ProviderRequest => ({
    method: 'POST',
    url: `${url}${path}`,
    headers: { 'paypal-request-id': key, prefer: 'return=representation' },
    body: JSON.stringify(body),
    deadlineMs: moneyDeadlineMs,
  });

  return { sendRequest, requestExisting, get, move };
}

const tokenRequest = ({ url, clientId, secret }: Account): ProviderRequest => ({
  method: 'POST',
  url: `${url}/v1/oauth2/token`,
  headers: {
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials',
});

export const issueOf = ({ status, json }: ProviderResponse): string =>
  wordOf(json.details?.[0]?.issue) ?? wordOf(json.name) ?? wordOf(json.error) ?? `${status}`;
