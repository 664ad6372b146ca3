/** The steps of the checkout as addresses name them, in their order (decision 36). */
export const checkoutSteps = ['personal-details', 'shipping', 'payment', 'review'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

/** Kinds of products that nobody carries to a door. */
const bodiless = new Set(['virtual', 'downloadable']);

/** Whether a cart holds nothing that has to be delivered (commerce 5). */
export function isVirtual(lines: readonly { product_type: string }[]): boolean {
  return lines.length > 0 && lines.every(({ product_type }) => bodiless.has(product_type));
}

/** The steps this cart takes: nothing is shipped where nothing has a body. */
export function stepsOf({ virtual }: { virtual: boolean }): readonly CheckoutStep[] {
  return checkoutSteps.filter((step) => step !== 'shipping' || !virtual);
}

/** The step an address names; undefined for what names none. */
export function stepOfHash(hash: string): CheckoutStep | undefined {
  return checkoutSteps.find((step) => hash === `#${step}`);
}

/**
 * The step that is open: the one that is asked for, if everything before it is done; otherwise the first that
 * is not.
 */
export function openStep(
  steps: readonly CheckoutStep[],
  isDone: (step: CheckoutStep) => boolean,
  wanted: CheckoutStep = steps[0]!,
): CheckoutStep {
  const first = steps.find((step) => step === 'review' || !isDone(step)) ?? 'review';
  return steps.includes(wanted) && steps.indexOf(wanted) <= steps.indexOf(first) ? wanted : first;
}
