import { fulfilmentConfig, type Store } from '@fynbos/core/stores/contract.ts';
import { callApi } from '../../api-client.ts';

/**
 * The stores a shopper can choose from, in their order.
 * @throws the errors of `callApi`
 */
export async function loadStores(
  requestOptions: { request?: Request; signal?: AbortSignal } = {},
): Promise<Store[]> {
  const { result } = await callApi(fulfilmentConfig, requestOptions);
  return result.fulfilment_stores;
}
