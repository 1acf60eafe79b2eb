import type { Prisma } from '#prisma/generated/client.ts'

/** Relations that are needed to show a lead. */
export const include = {
  stages: { orderBy: { number: 'asc' } },
  attempts: { orderBy: { id: 'asc' } },
  offers: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.LeadInclude

/** A lead with its stages, attempts and offers. */
export type LeadRow = Prisma.LeadGetPayload<{ include: typeof include }>

/** Attempts since the last contact, for which the family has not responded yet. */
export const unansweredAttempts = ({ attempts, heardAt }: LeadRow) =>
  attempts.filter(({ outcome, madeAt }) => outcome !== 'REACHED' && madeAt > heardAt)

export const openOfferOf = ({ offers }: LeadRow) => offers.find(({ status }) => status === 'OPEN')

export const acceptedOfferOf = ({ offers }: LeadRow) =>
  offers.find(({ status }) => status === 'ACCEPTED')
