/**
 * Icons that only lazily loaded parts show, outlined or filled. They are decoration and never the only sign
 * of a state.
 */
const drawings = {
  heart: 'M12 20.5 4.6 13a4.9 4.9 0 0 1 6.9-7l.5.5.5-.5a4.9 4.9 0 0 1 6.9 7L12 20.5Z',
  scale: 'M12 4v16M7.5 20h9M5 7h14M5 7 2.5 13.5a2.6 2.6 0 0 0 5 0L5 7ZM19 7l-2.5 6.5a2.6 2.6 0 0 0 5 0L19 7Z',
  star: 'm12 3.5 2.6 5.3 5.9.9-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.5 9.7l5.9-.9L12 3.5Z',
  // A star whose right half is drawn twice, in opposite directions, and so is not filled.
  halfStar:
    'm12 3.5 2.6 5.3 5.9.9-4.3 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.5 9.7l5.9-.9L12 3.5V16.9l5.2 2.7-1-5.8 4.3-4.1-5.9-.9',
  pin: 'M12 21s7-6.5 7-11.5a7 7 0 1 0-14 0C5 14.5 12 21 12 21ZM12 7a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V12l3 2',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5h4',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5.5h4V20',
  shelf: 'M3.5 10.5h17M3.5 19.5h17M5 10.5V5h4.5v5.5M12.5 10.5V6.5H18v4M6 19.5V14h6v5.5M14.5 19.5v-5h4v5',
  leaf: 'M5 19C4 9.5 10 4.5 20 4.5 20 14.5 15 20 5 19ZM5 19c2.5-5 6-8 10.5-10',
} as const;

export type LateIconName = keyof typeof drawings;

export function LateIcon({
  name,
  filled = false,
  className = 'size-6',
}: {
  name: LateIconName;
  filled?: boolean;
  className?: string;
}) {
  const fill = filled && name !== 'scale' ? 'fill-current' : '';
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`icon ${className} ${filled ? 'text-promotion' : ''} ${fill}`}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
