import { BlockCard } from './block-card.tsx';
import type { ShownBlock } from './find-content.ts';
import { Promises } from './promises.tsx';

/** Why to shop here: in four lines, or in the shop's own texts where these are given. */
export function HomeWords({ blocks }: { blocks?: readonly ShownBlock[] }) {
  if (!blocks) return <Promises />;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-6">
      {blocks.map((block) => (
        <BlockCard key={block.title} block={block} />
      ))}
    </div>
  );
}
