/**
 * Line icons of 24 by 24, in the colour of the text around them. They are decoration and never the only
 * label.
 */
const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM16.2 16.2 20.5 20.5',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M6 9.5l6 6 6-6',
  right: 'M9.5 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  filter: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  sort: 'M7 5v14M7 19l-3-3M7 19l3-3M13 7h7M13 12h5M13 17h3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  warning: 'M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.2',
  info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.6v.2',
  cloudOff: 'M4 4l16 16M8.5 8.2A5 5 0 0 0 6 18h11M19.5 16.6a4 4 0 0 0-2.2-7.3A6 6 0 0 0 12 6.5',
  globe:
    'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
  tag: 'M4 4.5v7L13 20.5l7.5-7.5L11.5 4H4.5ZM8.5 8.5v.2',
  basket: 'M4 10h16l-1.6 9.5H5.6L4 10ZM8 10l3-6M16 10l-3-6',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
} as const;

export type IconName = keyof typeof drawings;

export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`}>
      <path d={drawings[name]} />
    </svg>
  );
}
