import { expect, test } from 'vitest'
import {
  offsetsOf,
  termsOf,
  type ReminderChoices,
  type ReminderTerms,
} from '#scheduling/reminder-policies/rules.ts'

const base: ReminderTerms = {
  offsetsMinutes: [2880, 120],
  channels: ['EMAIL'],
  textChannels: [],
  quietHours: { startTime: '21:00', endTime: '07:00' },
  language: 'en',
}
const policy = (choices: Partial<ReminderChoices>): ReminderChoices => ({
  offsetsMinutes: null,
  channels: null,
  textChannels: null,
  quietHours: null,
  language: null,
  ...choices,
})

test('the most specific policy wins, field by field', () => {
  const centre = policy({ offsetsMinutes: [1440], language: 'de' })
  const service = policy({ offsetsMinutes: [60] })
  const guardian = policy({ quietHours: { startTime: '18:00', endTime: '09:00' } })
  expect(termsOf(base, undefined, undefined)).toEqual(base)
  expect(termsOf(base, centre, undefined)).toEqual({
    ...base,
    offsetsMinutes: [1440],
    language: 'de',
  })
  expect(termsOf(base, centre, service, guardian)).toEqual({
    offsetsMinutes: [60],
    channels: ['EMAIL'],
    textChannels: [],
    quietHours: { startTime: '18:00', endTime: '09:00' },
    language: 'de',
  })
})

test('an empty list is a valid policy', () => {
  const silent = policy({ offsetsMinutes: [], channels: [] })
  expect(termsOf(base, policy({}), silent)).toMatchObject({ offsetsMinutes: [], channels: [] })
})

test('an appointment uses the reminder times of all its policies, each once', () => {
  const guardians = new Map([['cli_1', { ...base, offsetsMinutes: [1440, 120] }]])
  expect(offsetsOf({ general: base, guardians })).toEqual([2880, 120, 1440])
})
