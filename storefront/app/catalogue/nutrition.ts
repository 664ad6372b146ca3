/** What a nutrition table lists, in the order the law has it; `within` stands below the row before it. */
export const nutrients = [
  { code: 'energy_kj', unit: 'kJ', within: false },
  { code: 'protein_g', unit: 'g', within: false },
  { code: 'carbohydrate_g', unit: 'g', within: false },
  { code: 'sugars_g', unit: 'g', within: true },
  { code: 'fat_g', unit: 'g', within: false },
  { code: 'saturates_g', unit: 'g', within: true },
  { code: 'fibre_g', unit: 'g', within: false },
  { code: 'sodium_mg', unit: 'mg', within: false },
] as const;

export type NutrientCode = (typeof nutrients)[number]['code'];

/** An amount for one serving, with as many digits as make sense on a label. */
export function perServing(amountPer100: number, serving: number): number {
  const amount = (amountPer100 * serving) / 100;
  return Number(amount.toPrecision(amount >= 100 ? 3 : 2));
}
