import { expect, test } from 'vitest'
import type { Waits } from '#platform/core/records/define-waiting.ts'
import { WAITING_STATES } from '#registry/waiting-states.ts'
import { STATE_TABLES } from '../../../api/documents/states-page.ts'

test('a record that comes into a state with an entry tells people', () => {
  const listed = Object.values(STATE_TABLES).flatMap(({ subject, waits }) =>
    Object.entries(waits as Record<string, Waits>)
      .filter(([, it]) => typeof it === 'object' && !('followUp' in it))
      .map(([status]) => [subject, status] as const),
  )
  expect(listed.length).toBeGreaterThan(15)
  for (const [subject, status] of listed)
    expect([...(WAITING_STATES.states[subject] ?? [])], `${subject} ${status}`).toContain(status)
})
