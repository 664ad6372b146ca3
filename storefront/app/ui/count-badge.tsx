import { useEffect, useRef } from 'react';

/** The highest count that fits the badge. */
const maxShown = 99;

/**
 * A number over the corner of an icon, which bumps when it grows; nothing for zero. The accessible name of its link says
 * it, too.
 */
export function CountBadge({ count }: { count: number }) {
  const before = useRef(count);
  const isMore = count > before.current;
  useEffect(() => {
    before.current = count;
  }, [count]);
  return (
    count > 0 && (
      <span
        key={count}
        aria-hidden="true"
        className={`tabular-nums absolute -top-1.5 -right-2 min-w-5 rounded-full whitespace-nowrap bg-petal-mark px-1 text-center font-bold text-[#12402a] text-[0.75rem] leading-5 ${isMore ? 'bump' : ''}`}
      >
        {count > maxShown ? `${maxShown}+` : count}
      </span>
    )
  );
}
