import { defineMoves, statusAfter } from '#platform/core/records/moves.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { atLocalTime, dateIn } from '#platform/core/time/time.ts'
import { END_OF_DAY } from '#messaging/locales/times.ts'
import { Temporal } from 'temporal-polyfill'
import type { ProvidedBy } from '../onboarding-plans/requirement.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { onboardingItemToCheck } from './onboarding-item-to-check.ts'
import { onboardingOfCentre } from './onboarding-of-centre.ts'
import { onboardingToApprove } from './onboarding-to-approve.ts'

/** The stages of an onboarding in progress, which follow from its items. */
export const OnboardingStage = ['APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL'] as const
export type OnboardingStage = (typeof OnboardingStage)[number]

export const OnboardingStatus = [...OnboardingStage, 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
export type OnboardingStatus = (typeof OnboardingStatus)[number]

export const ItemStatus = ['WAITING', 'PROVIDED', 'RETURNED', 'ACCEPTED', 'WAIVED'] as const
export type ItemStatus = (typeof ItemStatus)[number]

/** What shows that the requirement of an accepted item is met. */
export const Evidence = ['LICENSE', 'AGREEMENT', 'REFERENCES', 'DOCUMENT', 'NOTE'] as const
export type Evidence = (typeof Evidence)[number]

export const WaitsFor = ['APPLICANT', 'REFEREE', 'VERIFIER', 'CENTRE'] as const
export type WaitsFor = (typeof WaitsFor)[number]

/** Decisions of a person. The other states follow from the items; `enterStage` announces the events of both. */
export const onboardingMoves = defineMoves()({
  noun: 'An onboarding',
  subject: 'providerOnboarding',
  states: OnboardingStatus,
  initial: ['APPLIED'],
  elsewhere: { DOCUMENTS: 'its items', VERIFICATION: 'its items', APPROVAL: 'its items' },
  waits: {
    APPLIED: onboardingOfCentre,
    DOCUMENTS: onboardingOfCentre,
    VERIFICATION: onboardingOfCentre,
    APPROVAL: onboardingToApprove,
    APPROVED: ENDED,
    REJECTED: ENDED,
    WITHDRAWN: ENDED,
  },
  moves: {
    approve: { from: ['APPROVAL'], to: 'APPROVED' },
    reject: { from: OnboardingStage, to: 'REJECTED' },
    withdraw: { from: OnboardingStage, to: 'WITHDRAWN' },
  },
})
export type Decision = keyof typeof onboardingMoves.moves

export const decided = (decision: Decision, status: string): OnboardingStatus =>
  statusAfter(onboardingMoves, decision, status)

export const isRunning = ({ status }: { status: string }): boolean =>
  (OnboardingStage as readonly string[]).includes(status)

export const assertRunning = (onboarding: { status: string }): void => {
  if (isRunning(onboarding)) return
  throw new DomainError(
    'invalid_transition',
    `The onboarding is ${onboarding.status}, so it has ended and cannot change.`,
    {
      extra: { status: onboarding.status, allowed: [] },
    },
  )
}

const item = {
  noun: 'An item',
  subject: 'providerOnboarding',
  states: ItemStatus,
  initial: ['WAITING'],
  waits: {
    WAITING:
      'the applicant or the referee provides it; for the centre, the onboarding itself is listed',
    RETURNED:
      'the applicant or the referee provides it; for the centre, the onboarding itself is listed',
    PROVIDED: onboardingItemToCheck,
    ACCEPTED: 'it is settled; it can be returned',
    WAIVED: 'it is settled; it can be returned',
  },
} as const
const changes = {
  provide: {
    from: ['WAITING', 'RETURNED', 'PROVIDED'],
    to: 'PROVIDED',
    link: 'provider-application',
  },
  return: {
    from: ['PROVIDED', 'ACCEPTED', 'WAIVED'],
    to: 'RETURNED',
    operation: 'returnOnboardingItem',
  },
  waive: {
    from: ['WAITING', 'RETURNED', 'PROVIDED'],
    to: 'WAIVED',
    operation: 'waiveOnboardingItem',
  },
} as const

export const itemMoves = defineMoves()({
  ...item,
  moves: {
    provide: changes.provide,
    accept: { from: ['PROVIDED'], to: 'ACCEPTED', operation: 'acceptOnboardingItem' },
    return: changes.return,
    waive: changes.waive,
  },
})

/** The moves of an item that the centre itself provides. Such an item can be accepted without having been provided. */
export const ownItemMoves = defineMoves()({
  ...item,
  moves: {
    ...itemMoves.moves,
    accept: {
      from: ['WAITING', 'RETURNED', 'PROVIDED'],
      to: 'ACCEPTED',
      operation: 'acceptOnboardingItem',
    },
  },
})

export type ItemVerb = keyof typeof itemMoves.moves

export const itemStatusAfter = (
  verb: ItemVerb,
  { status, providedBy }: Pick<ItemState, 'status' | 'providedBy'>,
): ItemStatus => statusAfter(providedBy === 'CENTRE' ? ownItemMoves : itemMoves, verb, status)

/** The parts of an item that determine the stage. */
export interface ItemState {
  status: ItemStatus
  providedBy: ProvidedBy
  blocking: boolean
  dueAt: Date
  /** The number of references that have not been named; 0 for other items. */
  unnamed: number
  /** The number of references that have been named. */
  named: number
}

/** Whom an item waits for. */
export const itemWaitsFor = (
  item: Pick<ItemState, 'status' | 'providedBy' | 'unnamed'>,
): WaitsFor | null => {
  const { status, providedBy, unnamed } = item
  if (status === 'ACCEPTED' || status === 'WAIVED') return null
  if (status === 'PROVIDED') return 'VERIFIER'
  if (providedBy === 'REFEREE') return unnamed > 0 ? 'APPLICANT' : 'REFEREE'
  return providedBy
}

const isOpen = ({ status }: ItemState) => status !== 'ACCEPTED' && status !== 'WAIVED'
const isMissing = (item: ItemState) => isOpen(item) && item.status !== 'PROVIDED'
const isUntouched = ({ status, named }: ItemState) => status === 'WAITING' && named === 0

/** The stage of an onboarding, whom it waits for and until when, derived from its items. Pure. */
export const stateOf = (
  items: readonly ItemState[],
): { status: OnboardingStage; waitingOn: WaitsFor[]; dueAt: Date | null } => {
  const status = stageOf(items)
  const awaited = new Set(items.map(itemWaitsFor))
  if (status === 'APPROVAL') awaited.add('CENTRE')
  const dueAt = earliest(items.filter(isMissing).map((item) => item.dueAt)) ?? null
  return { status, waitingOn: WaitsFor.filter((one) => awaited.has(one)), dueAt }
}

const stageOf = (items: readonly ItemState[]): OnboardingStage => {
  const open = items.filter((item) => item.blocking && isOpen(item))
  if (open.some((item) => isMissing(item) && item.providedBy !== 'CENTRE'))
    return items.every(isUntouched) ? 'APPLIED' : 'DOCUMENTS'
  return open.length > 0 ? 'VERIFICATION' : 'APPROVAL'
}

export const earliest = (times: readonly Date[]): Date | undefined =>
  times.toSorted((a, b) => a.getTime() - b.getTime())[0]

/** The end of the day after the given number of days. */
export const dueIn = (days: number, now: Date, timeZone: string): Date =>
  atLocalTime(
    Temporal.PlainDate.from(dateIn(now, timeZone)).add({ days }).toString(),
    END_OF_DAY,
    timeZone,
  )
