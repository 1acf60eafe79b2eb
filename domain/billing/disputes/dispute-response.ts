import { lockRecord } from '#platform/core/lock-record.ts'
import { DAY_MS, inZone } from '#platform/core/time.ts'
import { defineFollowUp, done, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadDispute } from './queries.ts'

/** How long before evidence is due it is asked for again. */
const REMINDER_MS = 3 * DAY_MS

interface Facts {
  status: string
  openedAt: Date
  dueAt: Date | null
  timeZone: string
}

/** A dispute that needs an answer: people are asked for it at once, before it is due, and when it is too late. */
export const disputeResponse = defineFollowUp<Facts>({
  resource: 'disputes',
  facts: async (tx, id) => {
    await lockRecord(tx, 'disputes', id)
    const { status, createdAt: openedAt, dueAt } = await loadDispute(tx, id)
    const { timeZone } = await loadMessagingTerms(tx)
    return { status, openedAt, dueAt, timeZone }
  },
  plan: ({ status, openedAt, dueAt }) => {
    if (status !== 'NEEDS_RESPONSE') return []
    const asked = { step: 'ask', dueAt: openedAt }
    if (dueAt === null) return [asked]
    const reminder = new Date(Math.max(dueAt.getTime() - REMINDER_MS, openedAt.getTime()))
    return [asked, { step: 'reminder', dueAt: reminder }, { step: 'deadline', dueAt }]
  },
  cancelReason: ({ status }) => `it is ${status}`,
  finalStatus: () => 'COMPLETED',
  isSettled: ({ status }) => status !== 'NEEDS_RESPONSE',
  whenLate: () => 'DONE',
  // Claims are defended all the same, Art. 18(2) GDPR.
  whileRestricted: () => 'DONE',
  perform: (_tx, { status, dueAt, timeZone }, { step }) => {
    if (status !== 'NEEDS_RESPONSE') return skipped(`it is ${status}`)
    if (step === 'deadline')
      return done('nobody answered in time', 'evidence is too late: the bank decides without it')
    const until = dueAt ? ` until ${inZone(dueAt, timeZone)}` : ''
    return done('people were asked', `answer the dispute${until}: submit evidence, or accept it`)
  },
})
