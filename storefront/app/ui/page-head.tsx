/** The title of the page and what search engines and sharing need; React puts it into the head. */
export function PageHead({
  title,
  description,
  canonical,
  noIndex = false,
}: {
  title: string;
  description?: string;
  /** The address this page is known by, as a path. */
  canonical?: string;
  noIndex?: boolean;
}) {
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={canonical} />}
      {noIndex && <meta name="robots" content="noindex" />}
    </>
  );
}
