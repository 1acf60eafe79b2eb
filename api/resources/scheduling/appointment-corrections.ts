import { chargeAppointmentFee } from '#scheduling/appointments/charge-appointment-fee.ts'
import { markAppointmentInError } from '#scheduling/appointments/mark-appointment-in-error.ts'
import {
  Appointment,
  MarkInError,
  UndoAppointment,
  WaiveAppointmentFee,
} from '#scheduling/appointments/schemas.ts'
import { undoAppointment } from '#scheduling/appointments/undo-appointment.ts'
import { waiveAppointmentFee } from '#scheduling/appointments/waive-appointment-fee.ts'
import { CHANGE_ERRORS, TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam } from '../../http/shapes.ts'

const tag = 'Appointments'
const params = idParam('appointment')

/** Why a fee cannot be cancelled or refunded. */
const FEE_ERRORS = [
  'fee_paid',
  'payment_in_flight',
  'payment_disputed',
  'payments_not_accepted',
] as const

export const appointmentCorrectionOperations = [
  operation({
    id: 'chargeAppointmentFee',
    method: 'post',
    path: '/v1/appointments/{id}/charge-fee',
    tag,
    summary: 'Charge a proposed fee',
    description:
      'Charges the fee that the platform proposed when it marked a no-show (`noShowMode` MARK_AND_PROPOSE_FEE), and creates an order for it unless the appointment itself is paid. To drop the fee, waive it instead.',
    permission: 'appointments:write',
    params,
    status: 200,
    response: Appointment,
    example: { status: 'NO_SHOW' },
    errors: [...CHANGE_ERRORS, 'nothing_to_charge'],
    events: ['appointment.fee_charged', 'order.created'],
    run: (ctx, { params, version }) => chargeAppointmentFee(ctx, { ...params, version }),
  }),
  operation({
    id: 'waiveAppointmentFee',
    method: 'post',
    path: '/v1/appointments/{id}/waive-fee',
    tag,
    summary: 'Waive the fee of an appointment',
    description:
      'Waives the fee of a cancellation or no-show while the fee is proposed or unpaid, and cancels its order. To waive a paid fee and refund it, send `refundFee`. A fee that was deducted from a prepayment is refunded in the same way as the rest of the prepayment.',
    permission: 'fee-waivers:write',
    params,
    body: WaiveAppointmentFee,
    status: 200,
    response: Appointment,
    example: { status: 'CANCELLED', feeWaiverReason: 'The family could not know.' },
    errors: [...CHANGE_ERRORS, 'nothing_to_waive', ...FEE_ERRORS],
    events: ['appointment.fee_waived', 'order.updated'],
    run: (ctx, { params, version, body }) =>
      waiveAppointmentFee(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'undoAppointment',
    method: 'post',
    path: '/v1/appointments/{id}/undo',
    tag,
    summary: 'Undo a check-in, a no-show or a completion',
    description:
      'You can undo a check-in, a no-show, or a completion that is unpaid and has no signed note. When you undo a no-show, its unpaid fee is withdrawn, which needs `fee-waivers:write`; to refund a paid fee, send `refundFee`.',
    permission: 'appointments:write',
    params,
    body: UndoAppointment,
    bodyOptional: true,
    status: 200,
    response: Appointment,
    errors: [
      ...TRANSITION_ERRORS,
      ...FEE_ERRORS,
      'note_signed',
      'appointment_paid',
      'slot_taken',
      'group_full',
      'period_locked',
    ],
    events: ['appointment.reinstated'],
    run: (ctx, { params, version, body }) => undoAppointment(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'markAppointmentInError',
    method: 'post',
    path: '/v1/appointments/{id}/mark-in-error',
    tag,
    summary: 'Mark an appointment as entered in error',
    description:
      'For administrators only. The appointment stays readable, and its slot becomes free. If a fee was charged, you also need `fee-waivers:write`.',
    permission: 'corrections:write',
    params,
    body: MarkInError,
    status: 200,
    response: Appointment,
    example: { status: 'ENTERED_IN_ERROR' },
    errors: [...TRANSITION_ERRORS, 'period_locked'],
    events: ['appointment.entered_in_error'],
    run: (ctx, { params, version, body }) =>
      markAppointmentInError(ctx, { ...params, version, ...body }),
  }),
]
