/** Promotion labels of products from another feature, such as «6 for the price of 5». */
export interface PromotionLabels {
  /** Reloads the labels; the catalogue calls it before it reads the products. */
  refresh(): Promise<void>;
  /** The current labels of these products in this currency. */
  of(skus: readonly string[], now: Date, currency: string): ProductLabels;
}

export interface ProductLabels {
  labels: string[];
  /** The codes of these promotions. Promotions with the same label differ in their codes. */
  codes: string[];
  /** The numbers of units in a set of these promotions, without combos: 3 of «3 for R60». */
  quantities: number[];
  /** The next instant at which the labels change by date, in milliseconds. */
  changesAt: number | undefined;
}

/** Default without promotion labels. */
export const noPromotionLabels: PromotionLabels = {
  refresh: async () => {},
  of: () => ({ labels: [], codes: [], quantities: [], changesAt: undefined }),
};
