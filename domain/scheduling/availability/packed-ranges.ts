import { union, type Range } from '#platform/core/time/ranges.ts'

/**
 * An aggregate of ranges of timestamptz as text: a fifth of what a month of appointments costs PostgreSQL to join,
 * and half of what it costs to write as JSON. Each is two instants as the binary protocol sends them, which
 * is part of PostgreSQL's contract: microseconds since 2000, eight bytes, the highest first.
 */
export const packedRanges = (from: string, until: string): string =>
  `encode(string_agg(timestamptz_send(${from}) || timestamptz_send(${until}), ''), 'base64')`

const BYTES = 16
const YEAR_2000_MS = Date.UTC(2000, 0, 1)

/** What {@link packedRanges} answered, joined. */
export const unpackRanges = (text: string): Range[] => {
  const bytes = Buffer.from(text, 'base64')
  const ranges: Range[] = []
  for (let at = 0; at < bytes.length; at += BYTES) {
    const from = epochMsAt(bytes, at)
    const until = epochMsAt(bytes, at + BYTES / 2)
    // Mostly they come in order, one after the other; whatever they do, they are put in order at the end.
    const last = ranges.at(-1)
    if (last && last.from <= from && from <= last.until) last.until = Math.max(last.until, until)
    else ranges.push({ from, until })
  }
  return union(ranges)
}

const epochMsAt = (bytes: Buffer, at: number): number =>
  YEAR_2000_MS + (bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)) / 1_000
