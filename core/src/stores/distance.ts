/** A point on the map, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

const earthRadiusKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** How far two points are from each other as the crow flies, in kilometres. */
export function distanceKm(one: Point, other: Point): number {
  const height = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const width = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const between = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * width;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(height + between)));
}

/** The same points, nearest first, each with its distance in kilometres. */
export function nearestFirst<P extends Point>(points: readonly P[], from: Point): (P & { km: number })[] {
  return points
    .map((point) => ({ ...point, km: distanceKm(from, point) }))
    .sort((one, other) => one.km - other.km);
}
