import { code128 } from '../../state/code128.ts';

/** Width in modules of the quiet zone that a scanner needs on both sides. */
const quiet = 10;

/** A text as an SVG barcode; renders nothing when the text cannot be encoded. The number is shown beside it. */
export function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  if (!widths) return null;
  const total = widths.reduce((sum, width) => sum + width, 2 * quiet);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${total} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className="h-28 w-full"
    >
      <path d={barsOf(widths)} fill="#000" />
    </svg>
  );
}

/** Every other width is a bar. */
function barsOf(widths: readonly number[]): string {
  let at = quiet;
  return widths
    .map((width, index) => {
      const bar = index % 2 === 0 ? `M${at} 0h${width}v40h-${width}z` : '';
      at += width;
      return bar;
    })
    .join('');
}
