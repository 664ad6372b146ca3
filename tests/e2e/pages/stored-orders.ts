/** The orders stored in a browser. */
export interface StoredOrders {
  waiting: { id: string; qty: number }[];
  placed: { id: string; number: string }[];
  refused: unknown[];
}

/** Reads the stored orders in a page of the shop. */
export function readStoredOrders(): Promise<StoredOrders> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('fynbos');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const db = opening.result;
      const request = db.transaction('boxes').objectStore('boxes').get('orders');
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        db.close();
        const { entries = [], kept: snapshot } = request.result ?? {};
        const waiting = (entries as { id: string; body: { products: { qty: number | string }[] } }[]).map(
          ({ id, body }) => ({ id, qty: body.products.reduce((sum, { qty }) => sum + Number(qty), 0) }),
        );
        resolve({ waiting, placed: snapshot?.placed ?? [], refused: snapshot?.refused ?? [] });
      };
    };
  });
}
