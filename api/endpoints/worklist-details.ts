import { moneyText } from '#platform/core/money/money.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { longTime } from '#messaging/locales/times.ts'

type Say = SayOnPage<'worklist-details'>

/** A record as the API shows it to the person. */
export type ShownRecord = Readonly<Record<string, unknown>>

interface Reading {
  say: Say
  timeOf: (at: unknown) => string
}

/** What a person must know to decide, by the action; its record is that of the action’s path. */
const LINES: Readonly<Record<string, (record: ShownRecord, reading: Reading) => string[]>> = {
  approveAgentRunStep: ({ names, ifApproved }) => [
    ...textsIn((names as { name: string }[]).map(({ name }) => name).join(', ')),
    ...((ifApproved ?? []) as { title: string; text: string | null }[]).map(
      ({ title, text }) => text ?? title,
    ),
  ],
  approveErasure: ({ reason }) => textsIn(reason),
  approvePlatformPayout: ({ amount, currency }, { say }) => [
    say('payout', { amount: moneyText(Number(amount), String(currency)) }),
  ],
  approveSettlement: ({ payout, currency, startsOn, endsOn }, { say }) => [
    say('payout', { amount: moneyText(Number(payout), String(currency)) }),
    ...(typeof startsOn === 'string' && typeof endsOn === 'string'
      ? [say('days', { from: startsOn, until: endsOn })]
      : []),
  ],
  approveTimeOff: ({ startsAt, endsAt, reason }, { say, timeOf }) => [
    say('period', { from: timeOf(startsAt), until: timeOf(endsAt) }),
    ...textsIn(reason),
  ],
  completeTask: ({ notes }) => textsIn(notes),
  confirmAppointment: ({ startsAt, provider }, { say, timeOf }) => [
    say('starts', { time: timeOf(startsAt) }),
    (provider as { name: string }).name,
  ],
  verifyPayoutAccount: ({ holder, numberHint, kind }) => [
    [holder, kind, numberHint].map(String).join(' · '),
  ],
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' && value !== '' ? [value] : []

export const hasDetails = (operation: string): boolean => Object.hasOwn(LINES, operation)

export const detailsIn = (
  operation: string,
  record: ShownRecord,
  { language, timeZone }: { language: Language; timeZone: string },
): string[] =>
  LINES[operation]!(record, {
    say: textsOf('pages', 'worklist-details', language),
    timeOf: (at) => longTime(String(at), timeZone, language),
  })
