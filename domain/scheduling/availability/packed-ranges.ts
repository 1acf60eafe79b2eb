import { union, type Range } from '#platform/core/time/ranges.ts'

/**
 * An SQL aggregate of timestamptz ranges as text. For a month of appointments it takes PostgreSQL a fifth of
 * the time of merging them, and half the time of writing them as JSON. It contains the start of each range, and
 * then the end of each, as instants in PostgreSQL's stable binary format: microseconds since 2000, eight bytes,
 * big-endian.
 */
export const packedRanges = (from: string, until: string): string =>
  `encode(${packed(from)} || ${packed(until)}, 'base64')`

const packed = (instant: string) => `string_agg(timestamptz_send(${instant}), '')`

const INSTANT_BYTES = 8
const YEAR_2000_MS = Date.UTC(2000, 0, 1)

/** Decodes and merges the result of {@link packedRanges}. */
export const unpackRanges = (text: string): Range[] => {
  const bytes = Buffer.from(text, 'base64')
  // Faster than the methods of Buffer.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const half = bytes.length / 2
  const ranges: Range[] = []
  let last: Range | undefined
  for (let at = 0; at < half; at += INSTANT_BYTES) {
    const from = epochMsAt(view, at)
    const until = epochMsAt(view, half + at)
    // The ranges are usually sorted and disjoint; if not, they are sorted at the end.
    if (last && last.from <= from && from <= last.until) last.until = Math.max(last.until, until)
    else ranges.push((last = { from, until }))
  }
  return union(ranges)
}

const epochMsAt = (view: DataView, at: number): number =>
  YEAR_2000_MS + (view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4)) / 1_000
