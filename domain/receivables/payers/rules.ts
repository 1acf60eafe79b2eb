import { invalid } from '#platform/core/errors/errors.ts'

export const PayerKind = ['CLIENT', 'INSURER', 'SCHOOL', 'STATE_PROGRAM'] as const
export type PayerKind = (typeof PayerKind)[number]

interface Named {
  kind: PayerKind
  clientId?: string | null
  name?: string | null
  email?: string | null
  address?: object | null
}

/** Checks that a client uses their own name, and that an organization has one. */
export const assertNamed = ({ kind, clientId, name, email, address }: Named): void => {
  if (kind !== 'CLIENT') {
    if (clientId)
      throw invalid(
        'clientId',
        'not_allowed',
        'clientId is allowed only for payers of kind CLIENT. Omit it.',
      )
    if (!name) throw invalid('name', 'required', 'name is required for this kind of payer.')
    return
  }
  if (!clientId)
    throw invalid('clientId', 'required', 'clientId is required for payers of kind CLIENT.')
  const surplus = Object.entries({ name, email, address }).find(([, value]) => value)
  if (surplus)
    throw invalid(
      surplus[0],
      'not_allowed',
      `${surplus[0]} comes from the client’s record. Omit it.`,
    )
}
