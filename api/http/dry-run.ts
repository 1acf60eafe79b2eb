import type { Operation } from './operation.ts'

/** The operations with `dryRun`, which the error of other operations lists. */
export const DRY_RUNS = [
  'POST /v1/appointments/{id}/cancel',
  'POST /v1/appointments/{id}/reschedule',
  'POST /v1/appointments/{id}/no-show',
  'POST /v1/group-appointments/{id}/reschedule',
  'POST /v1/series',
  'POST /v1/series/{id}/edit',
  'POST /v1/series/{id}/cancel',
  'POST /v1/appointment-imports/{id}/undo',
  'POST /v1/provider-onboardings/{id}/move',
  'POST /v1/leads/{id}/convert',
  'POST /v1/children/{id}/discharge',
  'POST /v1/erasures',
  'POST /v1/payments/{id}/refunds',
  'POST /v1/credit-balances',
  'POST /v1/credit-balances/{id}/payouts',
  'POST /v1/invoices/{id}/issue',
  'POST /v1/marketplace/settlements',
  'POST /v1/marketplace/platform-payouts',
  'POST /v1/locations/{id}/correct-time-zone',
  'PATCH /v1/matching-settings',
  'PATCH /v1/early-intervention-programs/{id}',
  'POST /v1/early-intervention-programs/reassign',
  'POST /v1/early-intervention-programs/{id}/milestones',
  'POST /v1/early-intervention-programs/{id}/milestones/withdraw',
  'POST /v1/early-intervention-programs/{id}/milestones/correct',
  'POST /v1/early-intervention-programs/{id}/correct-birth-date',
  'POST /v1/early-intervention-programs/{id}/delays',
  'POST /v1/early-intervention-programs/{id}/delays/end',
  'POST /v1/early-intervention-programs/{id}/outcome-summaries',
  'POST /v1/early-intervention-programs/{id}/outcome-summaries/withdraw',
  'POST /v1/early-intervention-programs/{id}/close',
  'POST /v1/early-intervention-programs/{id}/reopen',
]

export const DRY_RUN_ELSEWHERE = `these operations support it: ${DRY_RUNS.join(', ')}; to check whether a time can be booked, use GET /v1/availability`

/** Whether a call is a dry run. */
export const isDryRun = ({ query }: { query: unknown }): boolean =>
  (query as { dryRun?: string } | undefined)?.dryRun === 'true'

/** The status of a success. A dry run creates and accepts nothing, so its status is 200. */
export const successStatus = (
  { status }: Pick<Operation, 'status'>,
  input: { query: unknown },
): Operation['status'] => (isDryRun(input) ? 200 : status)
