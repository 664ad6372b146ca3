import { mailToken, sendMail } from '@fynbos/core/content/contract.ts';
import type { Values } from '../accounts/form-checks.ts';
import { call } from '../api.ts';
import { letterOf } from './letter-values.ts';

/**
 * Writes to the shop: asks for a token that is good for one letter, and uses it at once (decision 11).
 *
 * @param request the page's own, on a server
 */
export async function sendLetter(values: Values, locale: string, request?: Request): Promise<void> {
  const asked = request && { request };
  const { result: token } = await call(mailToken, { ...asked });
  await call(sendMail, { body: letterOf(values, token, locale), ...asked });
}
