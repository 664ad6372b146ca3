/** The protea and the name. The drawing is decoration; the name is text. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <Protea className="size-9" />
      <span className="font-extrabold text-2xl tracking-tight">{name}</span>
    </span>
  );
}

const outer = [-66, -44, -22, 0, 22, 44, 66];
const inner = [-40, -20, 0, 20, 40];

/** A king protea from the side: a fan of pointed bracts over a leaf. */
export function Protea({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="-5 2 58 46" className={className}>
      <path d="M24 46c-8 0-13-4-15-9 6-1 12 1 15 6 3-5 9-7 15-6-2 5-7 9-15 9Z" fill="#7cc48f" />
      {outer.map((angle) => (
        <path
          key={angle}
          d="M24 40C19.5 30 19 16 24 5c5 11 4.500 25 0 35Z"
          transform={`rotate(${angle} 24 39)`}
          fill="#e0719a"
          stroke="#12402a"
          strokeWidth="0.8"
        />
      ))}
      {inner.map((angle) => (
        <path
          key={angle}
          d="M24 39c-3.500-7-4-15 0-23 4 8 3.500 16 0 23Z"
          transform={`rotate(${angle} 24 39)`}
          fill="#f7c3d4"
        />
      ))}
    </svg>
  );
}
