/** Every workflow of the platform; their names are those of domain/core/workflows.ts. */
export { appointmentLifecycle } from './appointment-lifecycle/workflow.ts'
export { paymentCapture } from './payment-capture/workflow.ts'
export { webhookCourier } from './webhook-courier/workflow.ts'
