import { DomainError } from '#platform/core/errors/errors.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

interface FoundForm {
  tenantId: string
  id: string
}

/** The form of a page, of whatever tenant: who fills one in does not say. One that takes no answers is not there. */
export const findLeadForm = async (platform: Platform, id: string): Promise<FoundForm> => {
  const [form] = await systemSql(platform)<FoundForm>(FIND, [id])
  if (form) return form
  throw new DomainError(
    'not_found',
    'There is no such form, or it takes no answers. Ask the centre.',
  )
}

/** Who fills in a form may leave what they typed, and nothing else; they are named by the form. */
export const leadFormContext = (
  ctx: Omit<Context, 'actor' | 'tenantId'>,
  { tenantId, id }: FoundForm,
): Context => ({
  ...ctx,
  tenantId,
  actor: { kind: 'ANONYMOUS', id, permissions: new Set(['leads:write']) },
})

const FIND = {
  name: 'find_lead_form',
  text: `SELECT tenant_id AS "tenantId", id FROM lead_forms WHERE id = $1 AND active`,
}
