import type { ShownBlock } from '../state/find-content.ts';
import { BlockCard } from './block-card.tsx';
import { ShopBenefits } from './shop-benefits.tsx';

/** Reasons to shop here: four short benefits, or the shop's own blocks when given. */
export function HomeContent({ blocks }: { blocks?: readonly ShownBlock[] }) {
  if (!blocks) return <ShopBenefits />;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-6">
      {blocks.map((block) => (
        <BlockCard key={block.title} block={block} />
      ))}
    </div>
  );
}
