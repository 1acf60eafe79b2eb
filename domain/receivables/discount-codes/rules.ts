import { DomainError, invalid } from '#platform/core/errors/errors.ts'

/** Why a code does not apply to an order. */
export const RefusalReason = [
  'UNKNOWN',
  'NOT_YET_VALID',
  'NO_LONGER_VALID',
  'USED_UP',
  'USED_UP_BY_CLIENT',
  'OTHER_CURRENCY',
  'NO_LINE',
] as const
export type RefusalReason = (typeof RefusalReason)[number]

const WORDS: Record<RefusalReason, string> = {
  UNKNOWN: 'This code does not exist.',
  NOT_YET_VALID: 'The code is not valid yet.',
  NO_LONGER_VALID: 'The code is no longer valid.',
  USED_UP: 'The code has reached its limit.',
  USED_UP_BY_CLIENT: 'This payer has reached the limit of the code.',
  OTHER_CURRENCY: 'The code applies to another currency.',
  NO_LINE: 'The code applies to other services, or the lines already have a discount.',
}

export const refused = (reason: RefusalReason): DomainError =>
  new DomainError('discount_code_refused', WORDS[reason], { extra: { reason } })

/** The limits of a code. Days are text that can be compared. */
export interface Limits {
  startsOn: string | null
  endsOn: string | null
  maxUses: number | null
  maxUsesPerClient: number | null
  currency: string | null
}

/** Refuses a code that cannot be used for this order now. */
export const assertUsable = (
  { startsOn, endsOn, maxUses, maxUsesPerClient, currency }: Limits,
  order: { today: string; currency: string; uses: number; usesOfClient: number },
): void => {
  if (startsOn !== null && order.today < startsOn) throw refused('NOT_YET_VALID')
  if (endsOn !== null && order.today > endsOn) throw refused('NO_LONGER_VALID')
  if (currency !== null && currency !== order.currency) throw refused('OTHER_CURRENCY')
  if (maxUses !== null && order.uses >= maxUses) throw refused('USED_UP')
  if (maxUsesPerClient !== null && order.usesOfClient >= maxUsesPerClient)
    throw refused('USED_UP_BY_CLIENT')
}

interface Line {
  serviceId: string | null
  quantity: number
  unitAmountMinor: number
  discount?: { percent?: number; amount?: number } | null
}

/**
 * The lines of an order after a code: a percentage of each line that it covers, or an amount that is used up
 * from the first line to the last. A line with its own discount keeps that discount.
 */
export const discounted = <Of extends Line>(
  lines: readonly Of[],
  code: { percent: number | null; amount: number | null; serviceIds: readonly string[] },
): Of[] => {
  const { percent, amount, serviceIds } = code
  let left = amount ?? 0
  let found = false
  const result = lines.map((line) => {
    const isFor = serviceIds.length === 0 || serviceIds.includes(line.serviceId ?? '')
    const gross = line.quantity * line.unitAmountMinor
    if (!isFor || line.discount || gross === 0) return line
    found = true
    if (percent !== null) return { ...line, discount: { percent } }
    const taken = Math.min(left, gross)
    left -= taken
    return taken === 0 ? line : { ...line, discount: { amount: taken } }
  })
  if (!found) throw refused('NO_LINE')
  return result
}

/** Checks a period that comes partly from the request and partly from the record. */
export const assertPeriod = (startsOn: string | null, endsOn: string | null): void => {
  if (startsOn !== null && endsOn !== null && endsOn < startsOn)
    throw invalid(
      'endsOn',
      'inverted_range',
      `The code begins on ${startsOn}. Choose that date or a later one.`,
    )
}

/** A limit cannot be lower than the number of uses so far. */
export const assertAboveUses = (maxUses: number | null | undefined, uses: number): void => {
  if (typeof maxUses === 'number' && maxUses < uses)
    throw invalid(
      'maxUses',
      'too_small',
      `The code has already been used ${uses} times. Choose at least that number.`,
    )
}
