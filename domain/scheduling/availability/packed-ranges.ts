import { union, type Range } from '#platform/core/time/ranges.ts'

/**
 * An SQL aggregate of timestamptz ranges as text. For a month of appointments it takes PostgreSQL a fifth of
 * the time of merging them, and half the time of writing them as JSON. Each range is two instants in
 * PostgreSQL's stable binary format: microseconds since 2000, eight bytes, big-endian.
 */
export const packedRanges = (from: string, until: string): string =>
  `encode(string_agg(timestamptz_send(${from}) || timestamptz_send(${until}), ''), 'base64')`

const BYTES = 16
const YEAR_2000_MS = Date.UTC(2000, 0, 1)

/** Decodes and merges the result of {@link packedRanges}. */
export const unpackRanges = (text: string): Range[] => {
  const bytes = Buffer.from(text, 'base64')
  const ranges: Range[] = []
  for (let at = 0; at < bytes.length; at += BYTES) {
    const from = epochMsAt(bytes, at)
    const until = epochMsAt(bytes, at + BYTES / 2)
    // The ranges are usually sorted and disjoint; if not, they are sorted at the end.
    const last = ranges.at(-1)
    if (last && last.from <= from && from <= last.until) last.until = Math.max(last.until, until)
    else ranges.push({ from, until })
  }
  return union(ranges)
}

const epochMsAt = (bytes: Buffer, at: number): number =>
  YEAR_2000_MS + (bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)) / 1_000
