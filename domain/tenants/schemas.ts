import { z } from 'zod'
import { line } from '../core/record.ts'
import { zone } from '../core/time.ts'

/** ISO 4217. */
export const currencyCode = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code, such as EUR' })
    .meta({ example: 'EUR' })

export const CreateTenant = z
  .strictObject({
    name: line(200),
    defaultZone: zone().default('UTC').meta({ description: 'IANA time zone.' }),
    currency: currencyCode().default('EUR'),
  })
  .meta({
    id: 'CreateTenant',
    example: { name: 'Sunrise Therapy', defaultZone: 'Europe/Berlin', currency: 'EUR' },
  })
export type CreateTenant = z.input<typeof CreateTenant>

/** What a centre has decided for itself. */
export interface TenantSettings {
  id: string
  name: string
  /** IANA time zone in which the centre's own dates are meant. */
  defaultZone: string
  currency: string
  /** How long before an appointment its reminders are due. */
  reminderOffsetsMinutes: number[]
  /** How long after the start a child who has not come counts as absent. */
  noShowGraceMinutes: number
}
