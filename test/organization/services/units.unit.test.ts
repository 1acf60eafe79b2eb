import { describe, expect, test } from 'vitest'
import { billableUnits, unitsOf, type UnitRule } from '#organization/services/billable-units.ts'

/** Medicare Claims Processing Manual, chapter 5, 20.2 C: minimum minutes per number of units. */
const CMS = [
  [0, 0],
  [7, 0],
  [8, 1],
  [22, 1],
  [23, 2],
  [37, 2],
  [38, 3],
  [52, 3],
  [53, 4],
  [67, 4],
  [68, 5],
  [82, 5],
  [83, 6],
  [97, 6],
  [98, 7],
  [112, 7],
  [113, 8],
  [127, 8],
] as const

describe('billable units', () => {
  test.each(CMS)('follow the 8-minute rule: %d minutes are %d', (minutes, units) => {
    expect(unitsOf(minutes, 'CMS_8_MINUTE', 60)).toBe(units)
    expect(unitsOf(minutes, 'MIDPOINT', 15)).toBe(units)
  })

  test.each<[UnitRule, number, number, number]>([
    ['MIDPOINT', 30, 60, 0],
    ['MIDPOINT', 31, 60, 1],
    ['MIDPOINT', 90, 60, 1],
    ['MIDPOINT', 91, 60, 2],
    ['COMPLETED_UNITS', 44, 15, 2],
    ['COMPLETED_UNITS', 45, 15, 3],
    ['PER_SESSION', 0, 15, 1],
    ['PER_SESSION', 300, 15, 1],
  ])('%s: %d minutes in units of %d are %d', (rule, minutes, unitMinutes, units) => {
    expect(unitsOf(minutes, rule, unitMinutes)).toBe(units)
  })

  const spent = {
    startedAt: new Date('2026-11-20T09:00:00Z'),
    endedAt: new Date('2026-11-20T09:37:59Z'),
    attendance: 'ATTENDED',
    billable: true,
  }
  const service = { unitRule: 'CMS_8_MINUTE', unitMinutes: 15 } as const

  test.each([
    ['begun minutes do not count', spent, service, 2],
    [
      'nothing is billed for a child that was absent',
      { ...spent, attendance: 'ABSENT' },
      service,
      0,
    ],
    ['nor for what is not billable', { ...spent, billable: false }, service, 0],
    ['before the end nothing is known', { ...spent, endedAt: null }, service, null],
    ['without a rule neither', spent, { ...service, unitRule: null }, null],
    ['or without a service', spent, null, null],
  ])('%s', (_, session, by, units) => {
    expect(billableUnits(session, by)).toBe(units)
  })
})
