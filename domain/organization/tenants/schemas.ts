import { z } from 'zod'
import { line } from '#platform/core/record.ts'
import { timeZone } from '#platform/core/time.ts'

/** Codes of ISO 4217 that are no money anybody is paid in: metals, funds, units of account, tests. */
const NOT_MONEY = new Set(
  'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(
    ' ',
  ),
)

const CURRENCIES = Intl.supportedValuesOf('currency').filter((code) => !NOT_MONEY.has(code))

/** A currency of ISO 4217, those that were replaced included: old prices stay readable. */
export const currencyCode = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code, such as EUR' })
    .refine((code) => CURRENCIES.includes(code), {
      error: 'must be a currency of ISO 4217, such as EUR',
    })
    .meta({ example: 'EUR' })

export const CreateTenant = z
  .strictObject({
    name: line(200),
    defaultTimeZone: timeZone().default('UTC').meta({ description: 'IANA time zone.' }),
    currency: currencyCode().default('EUR'),
  })
  .meta({
    id: 'CreateTenant',
    example: { name: 'Sunrise Therapy', defaultTimeZone: 'Europe/Berlin', currency: 'EUR' },
  })
export type CreateTenant = z.input<typeof CreateTenant>

/** What a centre has decided for itself. */
export interface TenantSettings {
  id: string
  name: string
  /** IANA time zone in which the centre's own dates are meant. */
  defaultTimeZone: string
  currency: string
  /** How long before an appointment its reminders are due. */
  reminderOffsetsMinutes: number[]
  /** How long after the start a child who has not come counts as absent. */
  noShowGraceMinutes: number
}
