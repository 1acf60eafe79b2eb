import { DomainError } from '../errors/errors.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Entity } from './ids.ts'

/** Kinds of records that are archived only when nothing that lies ahead needs them. */
const USED = ['child', 'client', 'location', 'room', 'service'] as const satisfies readonly Entity[]

export const isUsed = (entity: Entity): boolean => (USED as readonly Entity[]).includes(entity)

/** What uses a record, in words for one and for several. */
const WORDS = {
  appointment: ['appointment ahead', 'appointments ahead'],
  series: ['series that is being booked', 'series that are being booked'],
  waitlistEntry: ['place on the waitlist', 'places on the waitlist'],
  groupWaitlistEntry: ['place on the waitlist of a group', 'places on waitlists of groups'],
  program: ['active program', 'active programs'],
  treatmentCycle: ['open treatment cycle', 'open treatment cycles'],
  sessionPackage: ['package with sessions left', 'packages with sessions left'],
  creditBalance: ['credit', 'credits'],
  order: ['open order to pay', 'open orders to pay'],
  guardianship: [
    'child with appointments ahead to pay for, or without another guardian',
    'children with appointments ahead to pay for, or without another guardian',
  ],
} as const satisfies Partial<Record<Entity, readonly [one: string, several: string]>>

export const USE_TYPES = Object.keys(WORDS) as (keyof typeof WORDS)[]

interface Use {
  type: keyof typeof WORDS
  count: number
}

/**
 * Refuses to archive a record that something ahead needs: families would come to a closed location, and get
 * reminders for a child who has left. Also counts what the caller may not see.
 */
export const assertUnused = async (tx: Transaction, entity: Entity, id: string): Promise<void> => {
  if (!isUsed(entity)) return
  const uses = await tx.sql<Use>(USES, [entity, id, tx.now])
  if (uses.length === 0) return
  throw new DomainError(
    'record_in_use',
    `The ${entity} cannot be archived yet. It has ${inWords(uses, WORDS)}. End or move these first${entity === 'child' ? ', or discharge the child' : ''}.`,
    { extra: { uses } },
  )
}

/** Counts in words, such as "1 series, 2 schedules". */
export const inWords = <Type extends string>(
  uses: readonly { type: Type; count: number }[],
  words: Readonly<Record<Type, readonly [one: string, several: string]>>,
): string =>
  uses.map(({ type, count }) => `${count} ${words[type][count === 1 ? 0 : 1]}`).join(', ')

const USES = `SELECT type, count FROM therapy.uses_of($1, $2, $3)`
