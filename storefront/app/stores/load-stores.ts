import { fulfilmentConfig, type Store } from '@fynbos/core/stores/contract.ts';
import { call } from '../api.ts';

/** The stores a shopper can choose from, in their order. Throws what `call` throws. */
export async function loadStores(asker: { request?: Request; signal?: AbortSignal } = {}): Promise<Store[]> {
  const { result } = await call(fulfilmentConfig, asker);
  return result.fulfilment_stores;
}
