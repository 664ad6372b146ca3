import type { MessageId } from '../../platform/i18n/text.ts';
import main from './banners/main.json' with { type: 'json' };

/**
 * A banner entry: a picture with text and a link (spec accounts 3). The entry with the same `id` and `isMobile`
 * holds the picture for phones.
 */
export interface BannerEntry {
  id: string;
  isMobile: boolean;
  image: string;
  /** The `url_path` of its link. */
  link?: string;
  title?: MessageId;
  text?: MessageId;
}

/** The banners of a store view. */
export interface BannerFile {
  mainBanners: BannerEntry[];
  smallBanners: BannerEntry[];
  /** One for each collection of the home page, by its id. */
  productBanners: BannerEntry[];
  /** Fallbacks for categories without a header picture. */
  headImages: BannerEntry[];
}

/** A banner with its pictures for wide and narrow screens. */
export interface Banner extends Omit<BannerEntry, 'isMobile'> {
  narrowImage: string;
}

export type Banners = Record<keyof BannerFile, Banner[]>;

/** One file per store code; a code without a file uses the main shop's. */
const files: Record<string, BannerFile> = { main: main as BannerFile };

/** The banners of a store view, each with both pictures. */
export function bannersOf(storeCode: string | undefined): Banners {
  const file = files[storeCode || 'main'] ?? files.main!;
  return {
    mainBanners: joined(file.mainBanners),
    smallBanners: joined(file.smallBanners),
    productBanners: joined(file.productBanners),
    headImages: joined(file.headImages),
  };
}

/**
 * Merges entries by id, in the order of the file. If one of the two pictures is missing, the other serves
 * both.
 */
export function joined(entries: readonly BannerEntry[]): Banner[] {
  return [...Map.groupBy(entries, ({ id }) => id).values()].map((cuts) => {
    const narrow = cuts.find((cut) => cut.isMobile) ?? cuts[0]!;
    const { isMobile: _, ...wide } = cuts.find((cut) => !cut.isMobile) ?? narrow;
    return { ...wide, narrowImage: narrow.image };
  });
}
