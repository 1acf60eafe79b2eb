import { DomainError } from '#platform/core/errors/errors.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { systemSql } from '#platform/identity/system-sql.ts'

interface FoundForm {
  tenantId: string
  id: string
}

/** Finds the form of a page in any tenant, because the visitor does not say which. A closed form is not found. */
export const findLeadForm = async (platform: Platform, id: string): Promise<FoundForm> => {
  const [form] = await systemSql(platform)<FoundForm>(FIND, [id])
  if (form) return form
  throw new DomainError(
    'not_found',
    'This form does not exist or no longer accepts answers. Contact the centre.',
  )
}

/** The context of a visitor, who can only submit the form and is identified as the form. */
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
