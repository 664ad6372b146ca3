/** An event as Google Analytics 4 takes it from the data layer. Money is decimal, in the currency. */
export interface ShopEvent {
  event: 'view_item' | 'add_to_cart' | 'remove_from_cart' | 'begin_checkout' | 'purchase';
  ecommerce: Commerce;
  /** Only with consent to more than analytics (decision 40). */
  user_data?: { email?: string; phone_number?: string };
}

export interface Commerce {
  currency: string;
  /** What the items come to together: no delivery in it. */
  value: number;
  coupon?: string;
  transaction_id?: string;
  affiliation?: string;
  shipping?: number;
  /** The VAT that is in it. */
  tax?: number;
  items: Item[];
}

export interface Item extends Facts {
  item_id: string;
  item_name: string;
  affiliation: string;
  coupon?: string;
  /** What was taken off one piece; `price` is what is left. */
  discount?: number;
  index: number;
  item_variant?: string;
  price: number;
  quantity: number;
}

/** What a cart does not know of a product. */
export interface Facts {
  item_brand?: string;
  item_category?: string;
  item_category2?: string;
  item_category3?: string;
  item_category4?: string;
  item_category5?: string;
}

/** Google takes five. */
const depths = ['', '2', '3', '4', '5'] as const;

export function factsOf(brand: string | undefined, categories: readonly string[]): Facts {
  const named = depths.map((depth, index) => [`item_category${depth}`, categories[index]] as const);
  return {
    ...(brand && { item_brand: brand }),
    ...Object.fromEntries(named.filter(([, name]) => name !== undefined)),
  };
}

/** An event on its way. */
export interface Waiting {
  id: string;
  event: ShopEvent;
  /** The products of its items, by the skus the catalogue lists them under. */
  products: string[];
}
