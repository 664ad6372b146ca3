/** A point on the map, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

const earthRadiusKm = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance of two points in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  const height = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const width = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const between = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * width;
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(height + between)));
}

/** Returns the points nearest first, each with its distance in kilometres. */
export function nearestFirst<P extends Point>(points: readonly P[], from: Point): (P & { km: number })[] {
  return points.map((point) => ({ ...point, km: distanceKm(from, point) })).sort((a, b) => a.km - b.km);
}
