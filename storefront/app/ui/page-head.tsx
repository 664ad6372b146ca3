import { inView } from '../paths.ts';
import { useOrigin } from '../platform/seo/site-origin.tsx';

/** The title of the page, and metadata for search engines and sharing; React moves it into the head. */
export function PageHead({
  title,
  description,
  canonical,
  noIndex = false,
}: {
  title: string;
  description?: string;
  /** The canonical path of this page. */
  canonical?: string;
  noIndex?: boolean;
}) {
  const origin = useOrigin();
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={origin + inView(canonical)} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  );
}
