/** Local times are milliseconds since 1970, as if they were UTC. */

/** Converts between local times and instants. */
export interface Zone {
  /** The zone's IANA name, if it has one. */
  name?: string
  instantOf: (local: number) => number
  localOf: (instant: number) => number
}

const FORM = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/

/** Parses `20261201T100000`; undefined for a day or a time that does not exist. */
export const readLocal = (
  text: string,
): { local: number; isDate: boolean; isUtc: boolean } | undefined => {
  const [, year, month, day, hour, minute, second, utc] = FORM.exec(text.trim()) ?? []
  if (!year) return undefined
  const numbers = [year, month, day, hour, minute, second].map((it) => Number(it ?? 0))
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers
  const local = Date.UTC(y, mo - 1, d, h, mi, s)
  const isDay = y >= 1000 && new Date(local).getUTCMonth() === mo - 1 && d > 0
  if (!isDay || h > 23 || mi > 59 || s > 59) return undefined
  return { local, isDate: hour === undefined, isUtc: utc !== undefined }
}

export const textOfLocal = (local: number): string => new Date(local).toISOString().slice(0, 19)
