import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { DAY_MS, inZone } from '#platform/core/time/time.ts'
import { defineFollowUp, done, skipped } from '#messaging/follow-ups/follow-up-kind.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadDispute } from './queries.ts'
import { isAnswered } from './rules.ts'

/** How long before the evidence is due people are asked again. */
const REMINDER_MS = 3 * DAY_MS

interface Facts {
  status: string
  isAnswered: boolean
  /** The last response, if the gateway refused it. */
  refused: { at: Date; count: number } | null
  openedAt: Date
  dueAt: Date | null
  timeZone: string
}

type Awaited = Pick<Facts, 'status' | 'isAnswered'>
const isAwaited = ({ status, isAnswered }: Awaited): boolean =>
  status === 'NEEDS_RESPONSE' && !isAnswered
const reasonOf = ({ status, isAnswered }: Awaited): string =>
  isAnswered ? 'it is answered' : `it is ${status}`

/**
 * Follows a dispute that needs a response: people are asked immediately, again before it is due, and when it is
 * overdue.
 */
export const disputeResponse = defineFollowUp<Facts>({
  resource: 'disputes',
  actions: [
    {
      operation: 'submitDisputeEvidence',
      path: '/v1/disputes/{id}/evidence',
      needs: ['disputes:write', 'invoices:read'],
    },
  ],
  facts: async (tx, id) => {
    await lockRecord(tx, 'disputes', id)
    const dispute = await loadDispute(tx, id)
    const { status, createdAt: openedAt, dueAt, refusalCode, respondedAt, responses } = dispute
    const { timeZone } = await loadMessagingTerms(tx)
    const refused = refusalCode === null ? null : { at: respondedAt!, count: responses }
    return { status, isAnswered: isAnswered(dispute), refused, openedAt, dueAt, timeZone }
  },
  plan: ({ openedAt, dueAt, refused, ...facts }) => {
    if (!isAwaited(facts)) return []
    const asked = [
      { step: 'ask', dueAt: openedAt },
      ...(refused ? [{ step: `ask-after-refusal-${refused.count}`, dueAt: refused.at }] : []),
    ]
    if (dueAt === null) return asked
    const reminder = new Date(Math.max(dueAt.getTime() - REMINDER_MS, openedAt.getTime()))
    return [...asked, { step: 'reminder', dueAt: reminder }, { step: 'deadline', dueAt }]
  },
  cancelReason: reasonOf,
  finalStatus: () => 'COMPLETED',
  isSettled: (facts) => !isAwaited(facts),
  whenLate: () => 'DONE',
  // Claims can be defended even during a restriction, Art. 18(2) GDPR.
  whileRestricted: () => 'DONE',
  perform: (_tx, facts, { step }) => {
    if (!isAwaited(facts)) return skipped(reasonOf(facts))
    const { dueAt, timeZone } = facts
    if (step === 'deadline')
      return done('nobody answered in time', 'too late for evidence: the bank decides without it')
    const until = dueAt ? ` until ${inZone(dueAt, timeZone)}` : ''
    return done('people were asked', `answer the dispute${until}: submit evidence, or accept it`)
  },
})
