/** Every workflow of the platform. Those about a subject have names in domain/core/workflows.ts. */
export { appointmentLifecycle } from './appointment-lifecycle/workflow.ts'
export { disableEndpoints } from './maintenance/disable-endpoints.ts'
export { purgeExpired } from './maintenance/purge-expired.ts'
export { sealAuditTrail } from './maintenance/seal-audit-trail.ts'
export { messageDelivery } from './message-delivery/workflow.ts'
export { paymentCapture } from './payment-capture/workflow.ts'
export { webhookCourier } from './webhook-courier/workflow.ts'
export { webhookRecovery } from './webhook-recovery/workflow.ts'
