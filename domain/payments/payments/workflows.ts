import { defineWorkflow } from '#platform/core/workflow-kinds/workflows.ts'

export const paymentCaptureWorkflow = defineWorkflow({
  name: 'paymentCapture',
  subjectType: 'payment',
  idPrefix: 'payment',
  firstStep: 'capture',
  interactive: true,
  unfinished:
    "SELECT tenant_id, id FROM payments WHERE status IN ('PROCESSING', 'REQUIRES_ACTION') AND coalesce(captured_with_id, id) = id",
})
