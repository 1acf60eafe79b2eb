import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clashes } from '#scheduling/appointment-imports/rules.ts'

const take = fc
  .record({
    id: fc.constantFrom('prv', 'chd', 'rom'),
    from: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ id, from, length }) => ({ id, from, until: from + length }))
const rows = fc
  .array(fc.uniqueArray(take, { maxLength: 3, selector: ({ id }) => id }), { maxLength: 30 })
  .map((all) => all.map((takes, index) => ({ number: index + 1, takes })))

test('a row conflicts with an earlier one only if that one is itself valid', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const found = clashes(all)
      for (const { number, takes } of all) {
        const standing = all.filter((one) => one.number < number && !found.has(one.number))
        const inItsWay = standing.filter((one) =>
          one.takes.some((a) =>
            takes.some((b) => a.id === b.id && a.from < b.until && b.from < a.until),
          ),
        )
        const other = found.get(number)
        if (other === undefined) expect(inItsWay).toEqual([])
        else expect(inItsWay.map((one) => one.number)).toContain(other)
      }
    }),
  )
})

test('5,000 rows of one provider are compared quickly', () => {
  const all = Array.from({ length: 5_000 }, (_, index) => ({
    number: index + 1,
    takes: [{ id: 'prv', from: (index * 7_919) % 5_000, until: ((index * 7_919) % 5_000) + 1 }],
  }))
  const beganAt = process.cpuUsage()
  expect(clashes(all).size).toBe(0)
  const { user } = process.cpuUsage(beganAt)
  expect(user / 1_000).toBeLessThan(200)
})
