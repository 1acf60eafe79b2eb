import { z } from 'zod'
import { utcOrNull } from '#platform/core/time/time.ts'

/**
 * The final members of a record that the gateway executes: payments, refunds, credit payouts and settlements. A
 * dispute is the gateway's own record, so it always has a reference and cannot fail.
 */
export const gatewayOutcome = ({
  what,
  failures,
  ends = 'When the gateway reported success or failure, in UTC; null until then.',
}: {
  /** The record, worded as in "The gateway's id of the refund." */
  what: string
  /** Examples of failure codes. */
  failures: string
  ends?: string
}) => ({
  gatewayReference: z
    .string()
    .nullable()
    .meta({ description: `The gateway's ID of the ${what}.`, example: null }),
  failureCode: z
    .string()
    .nullable()
    .meta({
      description: `Reason for the failure, as a stable code such as ${failures}.`,
      example: null,
    }),
  settledAt: z.iso.datetime().nullable().meta({ description: ends, example: null }),
})

interface SettledRow {
  failureCode: string | null
  settledAt: Date | null
}

/** The final members of a row, without the reference, because a settlement has two. */
export const endOf = ({ failureCode, settledAt }: SettledRow) => ({
  failureCode,
  settledAt: utcOrNull(settledAt),
})

export const gatewayOutcomeOf = (row: SettledRow & { gatewayReference: string | null }) => ({
  gatewayReference: row.gatewayReference,
  ...endOf(row),
})
