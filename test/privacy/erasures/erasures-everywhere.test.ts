import { afterAll, beforeAll, expect, test } from 'vitest'
import { advanceErasure } from '#privacy/erasures/advance-erasure.ts'
import type { Person } from '#people/persons/person.ts'
import { rulesFor } from '#privacy/erasures/step.ts'
import { getErasure } from '#privacy/erasures/queries.ts'
import type { ErasedWhen } from '#vocabulary/erasing.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import {
  countsOf,
  erase,
  markedColumns,
  personOf,
  startErasureWorld,
  unmarked,
  type ErasureWorld,
} from './erasure-world.ts'

/** Every table and column contains data of a person, who is then erased. */

let api: TestApi
let world: ErasureWorld
beforeAll(async () => {
  api = await startApi()
  world = await startErasureWorld(api)
})
afterAll(() => api[Symbol.asyncDispose]())

/** Derived copies of records: deleted when an erasure starts, even of retained records. */
const WORDS_IN_SUMS = [
  'analytics_days.funding_program',
  'analytics_days.payer',
  'analytics_months.funding_program',
  'analytics_months.payer',
]

const left = async () => {
  const found: string[] = []
  for (const key of world.files)
    await api.services.platform.files.get(key).then(
      () => found.push(key),
      () => undefined,
    )
  return found
}

test('records with legal retention stay, all others are deleted, and in the end nothing is left', async () => {
  const { ctx, people, files } = world
  expect(await left()).toHaveLength(files.length)
  const before = await markedColumns(api)
  // Only states of offers are kept; a payer authenticates during a payment, which prevents an erasure.
  expect(new Set(await unmarked(api))).toEqual(
    new Set(['waitlist_offers', 'payments.next_action_url']),
  )
  expect(before.length).toBeGreaterThan(120)
  expect(before.filter((it) => it.startsWith('analytics_')).toSorted()).toEqual(WORDS_IN_SUMS)

  const ids: string[] = []
  let latest = 0
  for (const somebody of people) {
    const person = await personOf(ctx, somebody)
    latest = Math.max(latest, person.ends.LAST?.getTime() ?? 0)
    const counted = await countsOf(api, ctx, person)
    ids.push(await erase(ctx, somebody))
    expect(await countsOf(api, ctx, person)).toEqual(leftOf(person, counted))
  }
  const kept = await markedColumns(api)
  for (const gone of [
    'pets',
    'feedback',
    'waitlist_entries',
    'one_time_links',
    'calendar_feeds',
    'analytics_days',
    'analytics_months',
  ])
    expect(kept.filter((it) => it.startsWith(`${gone}.`))).toEqual([])
  for (const gone of [
    'messages.sealed_address',
    'clients.email',
    'clients.custom_fields',
    'children.alerts',
  ])
    expect(kept).not.toContain(gone)
  for (const stays of [
    'session_notes.plan',
    'form_responses.answers',
    'children.first_name',
    'appointments.notes',
    'order_lines.description',
  ])
    expect(kept).toContain(stays)

  api.clock.set(new Date(latest + 1_000))
  for (const id of ids) {
    expect(await advanceErasure(ctx, { id })).toBeNull()
    expect(await advanceErasure(ctx, { id })).toBeNull()
    expect(await getErasure(ctx, { id })).toMatchObject({
      status: 'COMPLETED',
      retained: [],
      reason: null,
      requester: null,
    })
  }
  expect(await markedColumns(api)).toEqual([])
  expect(await left()).toEqual([])
}, 300_000)

/** Remaining rows per rule: none of the removed ones; an erasure adds its own record. */
const leftOf = ({ kind, ends }: Person, counted: number[]): number[] => {
  const rules = rulesFor(kind)
  const isOver = (when: ErasedWhen) => !ends[when] || ends[when] <= api.clock.now()
  return rules.map(({ table, rule }, index) => {
    const isGone =
      (rule.how === 'REMOVE' && isOver(rule.when)) ||
      rules.some(
        (it) =>
          it.table === table && it.rule.how === 'REMOVE' && !it.rule.where && isOver(it.rule.when),
      )
    if (isGone) return 0
    return counted[index]! + (table === 'erasures' ? 1 : 0)
  })
}
