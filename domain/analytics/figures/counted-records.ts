import { z } from 'zod'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { commaSeparated } from '#platform/core/schemas/comma-separated.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { calendarDate } from '#platform/core/time/time.ts'

const MOST_VALUES = 50

const text = (example: string) => z.string().min(1).max(200).meta({ example })

/** Which records count: the days and filters of a question. */
export const countedRecords = {
  startsOn: calendarDate().meta({ description: 'First day of the period.', example: '2026-01-01' }),
  endsOn: calendarDate().meta({ description: 'Last day, inclusive.', example: '2026-03-31' }),
  locationId: commaSeparated(idOf('location'), MOST_VALUES).optional().meta({
    description: 'Returns only these locations. Defaults to all locations that the caller can see.',
  }),
  providerId: commaSeparated(idOf('provider'), MOST_VALUES)
    .optional()
    .meta({ description: 'Returns only figures of these providers.' }),
  serviceId: commaSeparated(idOf('service'), MOST_VALUES)
    .optional()
    .meta({ description: 'Returns only figures of these services.' }),
  appointmentType: commaSeparated(z.enum(AppointmentType), AppointmentType.length)
    .optional()
    .meta({ description: 'Returns only appointments of these types.' }),
  payerId: commaSeparated(idOf('payer'), MOST_VALUES)
    .optional()
    .meta({ description: 'Returns only appointments paid by these payers.' }),
  payer: text('Medicaid').optional().meta({
    description:
      'Returns only appointments paid by the payer with this name: a payer on record, or the name in treatment cycles.',
  }),
  fundingProgram: commaSeparated(text('EARLY_INTERVENTION'), MOST_VALUES)
    .optional()
    .meta({ description: 'Returns only children of these funding programs.' }),
  stage: commaSeparated(text('QUALIFIED'), MOST_VALUES)
    .optional()
    .meta({ description: 'Returns only records in these stages.' }),
  clock: commaSeparated(text('IFSP_MEETING'), MOST_VALUES)
    .optional()
    .meta({ description: 'Returns only deadlines of these early-intervention clocks.' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 currency, such as EUR')
    .optional()
    .meta({ description: 'Returns only amounts in this currency.', example: 'EUR' }),
}

/** The filters in the request. */
export type CountedRecords = z.infer<z.ZodObject<typeof countedRecords>>
