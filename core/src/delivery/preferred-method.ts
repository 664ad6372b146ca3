interface RankedMethod {
  needs: string;
  price_incl_tax: number;
  expected_last?: string | undefined;
  /** The value of goods from which the method is offered; absent where the goods are known and all methods accept them. */
  from_amount?: number;
}

const needsInOrder: readonly string[] = ['address', 'pickup_point', 'store'];

/**
 * Chooses the method that the shop promises, and that the checkout begins with: of the methods that accept the smallest
 * order, to the door if possible, then a pick-up point, then a store; the cheapest, then the soonest.
 * @returns undefined when there is none
 */
export function preferredMethod<Method extends RankedMethod>(methods: readonly Method[]): Method | undefined {
  const [method] = methods.toSorted(
    (a, b) =>
      compare(smallestOrder(a), smallestOrder(b)) ||
      needsInOrder.indexOf(a.needs) - needsInOrder.indexOf(b.needs) ||
      compare(a.price_incl_tax, b.price_incl_tax) ||
      compare(lastDayOf(a), lastDayOf(b)),
  );
  return method;
}

const smallestOrder = ({ from_amount = 0 }: RankedMethod): number => from_amount;
/** A method without a stated time comes last. */
const lastDayOf = ({ expected_last = '9999' }: RankedMethod): string => expected_last;
const compare = <Value extends string | number>(a: Value, b: Value): number => Number(a > b) - Number(a < b);
