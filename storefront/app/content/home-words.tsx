import { BlockCard } from './block-card.tsx';
import type { ShownBlock } from './find-content.ts';
import { Promises } from './promises.tsx';

/** Why to shop here: in four lines, and in the shop's own texts. */
export function HomeWords({ blocks }: { blocks: readonly ShownBlock[] }) {
  return (
    <div className="grid gap-4 md:gap-6">
      <Promises />
      {blocks.length > 0 && (
        <div className="grid gap-4 md:grid-cols-2 md:gap-6">
          {blocks.map((block) => (
            <BlockCard key={block.title} block={block} />
          ))}
        </div>
      )}
    </div>
  );
}
