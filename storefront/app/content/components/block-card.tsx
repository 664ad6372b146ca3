import type { ShownBlock } from '../state/find-content.ts';
import { ContentText } from './content-html.tsx';

/** A content block of the shop on another page. */
export function BlockCard({ block, className = '' }: { block: ShownBlock; className?: string }) {
  return (
    <section className={`rounded-petal bg-surface-muted p-5 md:p-8 ${className}`}>
      <h2 className="font-bold text-xl">{block.title}</h2>
      <ContentText html={block.content} className="mt-2" />
    </section>
  );
}
