import type { MessageId } from '../i18n/text.ts';
import main from './banners/main.json' with { type: 'json' };

/** A picture with a word and a way on (accounts 3). The same `id` with `isMobile` is its cut for a phone. */
export interface BannerEntry {
  id: string;
  isMobile: boolean;
  image: string;
  /** The `url_path` it leads to. */
  link?: string;
  title?: MessageId;
  text?: MessageId;
}

/** What a store view shows beside its products. */
export interface BannerFile {
  mainBanners: BannerEntry[];
  smallBanners: BannerEntry[];
  /** One beside each collection of the home page, by its id. */
  productBanners: BannerEntry[];
  /** What stands in for the head image of a category that has none. */
  headImages: BannerEntry[];
}

/** A banner with its picture for wide screens and its cut for narrow ones. */
export interface Banner extends Omit<BannerEntry, 'isMobile'> {
  narrowImage: string;
}

export type Banners = Record<keyof BannerFile, Banner[]>;

/** A file a store code; a code without one shows the main shop's. */
const files: Record<string, BannerFile> = { main: main as BannerFile };

/** The banners of a store view, each entry joined with its cut. */
export function bannersOf(storeCode: string | undefined): Banners {
  const file = files[storeCode || 'main'] ?? files.main!;
  return {
    mainBanners: joined(file.mainBanners),
    smallBanners: joined(file.smallBanners),
    productBanners: joined(file.productBanners),
    headImages: joined(file.headImages),
  };
}

/** One banner an id, in the order of the file; where one of its two pictures is missing, the other serves both. */
export function joined(entries: readonly BannerEntry[]): Banner[] {
  return [...Map.groupBy(entries, ({ id }) => id).values()].map((cuts) => {
    const narrow = cuts.find((cut) => cut.isMobile) ?? cuts[0]!;
    const { isMobile: _, ...wide } = cuts.find((cut) => !cut.isMobile) ?? narrow;
    return { ...wide, narrowImage: narrow.image };
  });
}
