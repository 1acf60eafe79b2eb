import { agentsAuditFields } from '#agents/audit-fields.ts'
import { billingAuditFields } from '#billing/audit-fields.ts'
import { clinicalAuditFields } from '#clinical/audit-fields.ts'
import { earlyInterventionAuditFields } from '#early-intervention/audit-fields.ts'
import { messagingAuditFields } from '#messaging/audit-fields.ts'
import { organizationAuditFields } from '#organization/audit-fields.ts'
import { peopleAuditFields } from '#people/audit-fields.ts'
import { platformAuditFields } from '#platform/audit-fields.ts'
import { privacyAuditFields } from '#privacy/audit-fields.ts'
import { schedulingAuditFields } from '#scheduling/audit-fields.ts'
import { webhooksAuditFields } from '#webhooks/audit-fields.ts'
import type { Registry } from '#platform/core/registry.ts'

export const AUDIT_FIELDS: Registry['auditFields'] = {
  ...organizationAuditFields,
  ...peopleAuditFields,
  ...schedulingAuditFields,
  ...billingAuditFields,
  ...clinicalAuditFields,
  ...privacyAuditFields,
  ...agentsAuditFields,
  ...messagingAuditFields,
  ...earlyInterventionAuditFields,
  ...webhooksAuditFields,
  ...platformAuditFields,
}
