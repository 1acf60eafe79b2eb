import { loadAppointment } from '../appointments/queries.ts'
import { previewFee } from '#payments/cancellation-policies/decide-fee.ts'
import type { AppointmentFee } from '#payments/cancellation-policies/appointment-fee.ts'
import { quoteNoShow } from '#payments/cancellation-policies/quote-cancellation.ts'
import type { Context } from '#platform/core/context/context.ts'
import { utc } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { AUTOMATION } from './columns.ts'
import {
  CHARGING,
  COMPLETION_DOES,
  completionDueAt,
  NO_SHOW_DOES,
  noShowDueAt,
  type Automation,
} from './rules.ts'
import type { AutomationPreview } from './schemas.ts'

/** What will happen automatically to an appointment that nobody touches, including its fee. */
export const previewAutomation = (
  ctx: Context,
  { id }: { id: string },
): Promise<AutomationPreview> =>
  read(ctx, 'appointments:read', async (reader) => {
    const row = await loadAppointment(reader, id)
    const rules = await automationOf(reader, row)
    const isOpen = row.status === 'CONFIRMED'
    const hasBegun = row.status === 'CHECKED_IN' || row.status === 'IN_PROGRESS'
    return {
      noShow: {
        mode: rules.noShowMode,
        dueAt: isOpen && rules.noShowMode !== 'OFF' ? utc(noShowDueAt(row, rules)) : null,
        does: NO_SHOW_DOES[rules.noShowMode],
        fee: isOpen ? await feeOf(reader, row, rules) : null,
      },
      completion: {
        mode: rules.completionMode,
        dueAt: hasBegun && rules.completionMode !== 'OFF' ? utc(completionDueAt(row, rules)) : null,
        does: COMPLETION_DOES[rules.completionMode],
      },
    }
  })

const feeOf = async (
  reader: Reader,
  row: Awaited<ReturnType<typeof loadAppointment>>,
  { noShowMode }: Automation,
): Promise<AppointmentFee | null> => {
  if (noShowMode === 'OFF') return null
  const quote = await quoteNoShow(reader, row, 'CLIENT')
  return previewFee(reader, row, quote, CHARGING[noShowMode])
}

const automationOf = async (
  reader: Reader,
  { serviceId }: { serviceId: string | null },
): Promise<Automation> => {
  const [rules] = await reader.sql<Automation>(
    `SELECT ${AUTOMATION} FROM tenants t
     LEFT JOIN services s ON s.tenant_id = t.tenant_id AND s.id = $2 WHERE t.tenant_id = $1`,
    [reader.tenantId, serviceId],
  )
  return rules!
}
