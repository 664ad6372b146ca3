/** A Google Analytics 4 event in the data layer. Money is decimal, in the currency. */
export interface ShopEvent {
  event: 'view_item' | 'add_to_cart' | 'remove_from_cart' | 'begin_checkout' | 'purchase';
  ecommerce: Commerce;
  /** Only with consent to marketing (spec D40). */
  user_data?: { email?: string; phone_number?: string };
}

export interface Commerce {
  currency: string;
  /** Total of the items, without delivery. */
  value: number;
  coupon?: string;
  transaction_id?: string;
  affiliation?: string;
  shipping?: number;
  /** The VAT included. */
  tax?: number;
  items: Item[];
}

export interface Item extends Facts {
  item_id: string;
  item_name: string;
  affiliation: string;
  coupon?: string;
  /** Discount per unit; `price` is after the discount. */
  discount?: number;
  index: number;
  item_variant?: string;
  price: number;
  quantity: number;
}

/** Product data that a cart does not have. */
export interface Facts {
  item_brand?: string;
  item_category?: string;
  item_category2?: string;
  item_category3?: string;
  item_category4?: string;
  item_category5?: string;
}

/** Google accepts five. */
const depths = ['', '2', '3', '4', '5'] as const;

export function eventFactsOf(brand: string | undefined, categories: readonly string[]): Facts {
  const named = depths.map((depth, index) => [`item_category${depth}`, categories[index]] as const);
  return {
    ...(brand && { item_brand: brand }),
    ...Object.fromEntries(named.filter(([, name]) => name !== undefined)),
  };
}

/** An event that is not sent yet. */
export interface PendingEvent {
  id: string;
  event: ShopEvent;
  /** The products of its items, by their catalogue skus. */
  products: string[];
}
