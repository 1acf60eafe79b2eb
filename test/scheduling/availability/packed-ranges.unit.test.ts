import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unpackRanges } from '#scheduling/availability/packed-ranges.ts'
import { union, type Range } from '#platform/core/time/ranges.ts'

const YEAR_2000 = BigInt(Date.UTC(2000, 0, 1))

/** As sent by PostgreSQL, which breaks base64 into lines of 76 characters. */
const packed = (ranges: readonly Range[]): string => {
  const bytes = Buffer.alloc(16 * ranges.length)
  for (const [index, { from, until }] of ranges.entries()) {
    bytes.writeBigInt64BE((BigInt(from) - YEAR_2000) * 1_000n, 8 * index)
    bytes.writeBigInt64BE((BigInt(until) - YEAR_2000) * 1_000n, 8 * (ranges.length + index))
  }
  return bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')
}

test('ranges equal those of PostgreSQL, merged and sorted, whatever their order was', () => {
  const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) })
  const near = fc.integer({ min: 0, max: 500 }).map((n) => Date.UTC(2026, 11, 1) + n * 900_000)
  const range = fc
    .tuple(fc.oneof(instant, near, near), fc.integer({ min: 1, max: 12 }))
    .map(([from, quarters]) => ({ from, until: from + quarters * 900_000 }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 40 }), (ranges) => {
      expect(unpackRanges(packed(ranges))).toEqual(union(ranges))
    }),
  )
  expect(unpackRanges('')).toEqual([])
})
