/** The steps of the checkout by their URL hash, in order (spec D64). */
const checkoutSteps = ['personal-details', 'shipping', 'payment'] as const;
export type CheckoutStep = (typeof checkoutSteps)[number];

/** The order is reviewed, paid and placed in it. It is open until then, so it is never done. */
export const lastStep: CheckoutStep = 'payment';

/** Names of earlier versions in links and in the history of browsers. */
const earlierHashes: Readonly<Record<string, CheckoutStep>> = { '#review': lastStep };

/** Product types without delivery. */
const bodiless = new Set(['virtual', 'downloadable']);

/** Whether a cart needs no delivery (spec commerce 5). */
export function isVirtual(lines: readonly { product_type: string }[]): boolean {
  return lines.length > 0 && lines.every(({ product_type }) => bodiless.has(product_type));
}

/** Whether something in a cart can be downloaded once it is paid. */
export const hasDownloads = (lines: readonly { product_type: string }[]): boolean =>
  lines.some(({ product_type }) => product_type === 'downloadable');

/** Whether a cart holds nothing but downloads, which cannot be sent back. */
export const isDownloadsOnly = (lines: readonly { product_type: string }[]): boolean =>
  lines.length > 0 && lines.every(({ product_type }) => product_type === 'downloadable');

/** Returns the steps of this cart: virtual carts have no shipping step. */
export function stepsOf({ virtual }: { virtual: boolean }): readonly CheckoutStep[] {
  return checkoutSteps.filter((step) => step !== 'shipping' || !virtual);
}

/** Returns the step named by a URL hash. */
export function stepOfHash(hash: string): CheckoutStep | undefined {
  return earlierHashes[hash] ?? checkoutSteps.find((step) => hash === `#${step}`);
}

/**
 * Returns the step to open: the requested one if all before it are done, otherwise the first that is not
 * done.
 */
export function openStep(
  steps: readonly CheckoutStep[],
  isDone: (step: CheckoutStep) => boolean,
  requested: CheckoutStep = steps[0]!,
): CheckoutStep {
  const first = steps.find((step) => step === lastStep || !isDone(step)) ?? lastStep;
  return steps.includes(requested) && steps.indexOf(requested) <= steps.indexOf(first) ? requested : first;
}
