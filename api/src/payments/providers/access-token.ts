import type { AskProvider, ProviderAnswer, Question } from './ask-provider.ts';
import { ProviderUnreachable } from './provider.ts';

/** A token is no longer used when it could expire on its way. */
const earlierMs = 120_000;

/**
 * Asks with an access token, which is fetched once for all who wait for it and kept until shortly before it expires.
 * Only a token that was given and is still taken is kept: one that the provider refuses is replaced, once. Where no
 * token is given, its refusal is the answer to the question.
 */
export function askWithToken(ask: AskProvider, forToken: Question, now: () => Date): AskProvider {
  let kept: { token: string; until: number } | undefined;
  let fetching: Promise<string | ProviderAnswer> | undefined;

  async function fetchToken() {
    const answer = await ask(forToken);
    // Whatever its status was: nobody may take it for an answer about a payment.
    if (answer.status >= 400) return { ...answer, status: 401 };
    const token = textOf(answer);
    const livesMs = Number(answer.json.expires_in) * 1000 - earlierMs;
    if (livesMs > 0) kept = { token, until: now().getTime() + livesMs };
    return token;
  }

  function currentToken(): Promise<string | ProviderAnswer> {
    if (kept && now().getTime() < kept.until) return Promise.resolve(kept.token);
    fetching ??= fetchToken().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  async function tryOnce(question: Question): Promise<ProviderAnswer> {
    const token = await currentToken();
    if (typeof token !== 'string') return token;
    const headers = { ...question.headers, authorization: `Bearer ${token}` };
    const answer = await ask({ ...question, headers });
    if (answer.status === 401 && kept?.token === token) kept = undefined;
    return answer;
  }

  return async (question) => {
    const old = kept?.token;
    const answer = await tryOnce(question);
    return answer.status === 401 && old !== undefined ? tryOnce(question) : answer;
  };
}

/** @throws ProviderUnreachable for an answer without a token, which is no token */
function textOf({ status, json }: ProviderAnswer): string {
  const token = status < 300 && typeof json?.access_token === 'string' ? json.access_token : '';
  if (!/^[\x21-\x7e]+$/.test(token)) throw new ProviderUnreachable(`answered ${status} without a token`);
  return token;
}
