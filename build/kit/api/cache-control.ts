/** One minute is far below the interval of builds. */
export const FRESH = "public, max-age=60, stale-while-revalidate=600";
/** For answers that are replaced each minute: with more, most readers would get an old one. */
export const LIVE = "public, max-age=15";
/** A proxy that unpacked an archive would leave a wrong file name. */
export const ARCHIVE = "public, max-age=60, no-transform";
