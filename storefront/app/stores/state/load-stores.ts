import { fulfilmentConfig, type Store } from '@fynbos/core/stores/contract.ts';
import { call } from '../../api-client.ts';

/**
 * The stores a shopper can choose from, in their order.
 * @throws the errors of `call`
 */
export async function loadStores(
  requestOptions: { request?: Request; signal?: AbortSignal } = {},
): Promise<Store[]> {
  const { result } = await call(fulfilmentConfig, requestOptions);
  return result.fulfilment_stores;
}
