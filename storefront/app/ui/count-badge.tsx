/** The highest count that fits the badge. */
const maxShown = 99;

/** A number over the corner of an icon; nothing for zero. The accessible name of its link says it, too. */
export function CountBadge({ count }: { count: number }) {
  return (
    count > 0 && (
      <span
        aria-hidden="true"
        className="tabular-nums absolute top-0 -right-1 min-w-5 rounded-full bg-petal-mark px-1 text-center font-bold text-[#12402a] text-[0.75rem] leading-5"
      >
        {count > maxShown ? `${maxShown}+` : count}
      </span>
    )
  );
}
