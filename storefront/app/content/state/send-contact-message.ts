import { mailToken, sendMail } from '@fynbos/core/content/contract.ts';
import { callApi } from '../../api-client.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { contactMessageOf } from './contact-message.ts';

/**
 * Sends a contact message. It requests a token valid for one message and uses it at once (spec D11).
 * @param request the page's own request, on a server
 */
export async function sendContactMessage(values: Values, locale: string, request?: Request): Promise<void> {
  const options = request && { request };
  const { result: token } = await callApi(mailToken, { ...options });
  await callApi(sendMail, { body: contactMessageOf(values, token, locale), ...options });
}
