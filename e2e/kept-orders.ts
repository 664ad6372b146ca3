/** What a browser keeps of its orders. */
export interface KeptOrders {
  waiting: { id: string; qty: number }[];
  placed: { id: string; number: string }[];
  refused: unknown[];
}

/** Reads it, in a page of the shop. */
export function readKeptOrders(): Promise<KeptOrders> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fynbos');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const asked = db.transaction('boxes').objectStore('boxes').get('orders');
      asked.onerror = () => reject(asked.error);
      asked.onsuccess = () => {
        db.close();
        const { entries = [], kept } = asked.result ?? {};
        const waiting = (entries as { id: string; body: { products: { qty: number | string }[] } }[]).map(
          ({ id, body }) => ({ id, qty: body.products.reduce((sum, { qty }) => sum + Number(qty), 0) }),
        );
        resolve({ waiting, placed: kept?.placed ?? [], refused: kept?.refused ?? [] });
      };
    };
  });
}
