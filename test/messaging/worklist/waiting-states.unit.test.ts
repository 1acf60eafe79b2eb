import { expect, test } from 'vitest'
import { WAITING_STATES } from '#registry/waiting-states.ts'
import { STATE_TABLES } from '../../../api/documents/states-page.ts'

test('a record that comes into a state with an entry tells people', () => {
  const listed = Object.values(STATE_TABLES).flatMap(({ subject, waits }) =>
    Object.entries(waits)
      .filter(([, it]) => typeof it === 'object' && !('followUp' in it))
      .map(([status]) => [subject, status] as const)
      // The approval creates a task for each role.
      .filter(([kind]) => kind !== 'agentRun'),
  )
  expect(listed.length).toBeGreaterThan(15)
  for (const [subject, status] of listed)
    expect([...(WAITING_STATES.states[subject] ?? [])], `${subject} ${status}`).toContain(status)
})
