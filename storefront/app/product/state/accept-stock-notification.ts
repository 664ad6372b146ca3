import { requestStockNotification } from '@fynbos/core/stock/contract.ts';
import { checkEmail } from '../../accounts/state/account-form-validation.ts';
import { callApi } from '../../api-client.ts';
import { localeOf } from '../../platform/i18n/locale.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import type { Values } from '../../ui/forms/form-values.ts';
import { handlePostedForm, postedValues } from '../../ui/forms/posted-form.ts';

/** The result of a request that was posted without scripts. */
export interface PostedStockNotification {
  refused?: FormRefusal | undefined;
  isRequested?: boolean;
}

/**
 * Requests the mail about a sold-out product for a browser without scripts. If the product is in stock, the page says so
 * by itself.
 * @throws a response «not found» for any other form
 */
export async function acceptStockNotification(request: Request) {
  const values: Values = await postedValues(request).catch(() => ({}));
  const { sku, email = '' } = values;
  if (!sku) throw notFound('page', 'Form not found');
  return handlePostedForm<PostedStockNotification>(values, checkEmail, async () => {
    const body = { sku, email: email.trim(), locale: localeOf(request) };
    const { result } = await callApi(requestStockNotification, { body, request });
    return { isRequested: result === 'requested' };
  });
}
