import pg from 'pg'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as generated from '#prisma/generated/enums.ts'
import { STEP_STATUSES } from '#agents/agent-run-steps/schemas.ts'
import { PAUSE_REASONS } from '#agents/agents/rules.ts'
import { AgentRunStatus } from '#agents/agent-runs/schemas.ts'
import type { ActionOutcome } from '#agents/catalog/action.ts'
import { TASK_SOURCES, TASK_STATUSES } from '#messaging/tasks/rules.ts'
import { Prepaid } from '#payments/cancellation-policies/rules.ts'
import { InvoiceKind, InvoiceStatus } from '#receivables/invoices/rules.ts'
import { LineKind } from '#receivables/orders/line-amounts.ts'
import { OrderPurpose, OrderStatus } from '#receivables/orders/rules.ts'
import { PayerKind } from '#receivables/payers/rules.ts'
import { PaymentAccountKind } from '#payments/payment-accounts/rules.ts'
import { PaymentMethodType, PaymentStatus } from '#payments/payments/rules.ts'
import { CreditPayoutMethod, CreditPayoutStatus } from '#payments/credit-payouts/rules.ts'
import { CreditMovementKind, PrepaymentMethod } from '#payments/credits/rules.ts'
import { LedgerAccountKind, LedgerTransactionKind } from '#receivables/ledger/posting-rules.ts'
import { PayoutAccountKind, PayoutAccountStatus } from '#payouts/payout-accounts/rules.ts'
import { PlatformPayoutStatus } from '#payouts/platform-payouts/rules.ts'
import { SettlementStatus } from '#payouts/settlements/rules.ts'
import { Recognition } from '#payouts/split-terms/rules.ts'
import { RefundMethod, RefundStatus } from '#payments/refunds/rules.ts'
import { DunningStatus, HoldReason, StopReason } from '#receivables/dunnings/rules.ts'
import { DisputeResponse, DisputeStatus } from '#payments/disputes/rules.ts'
import { PackageMovementKind } from '#receivables/session-packages/rules.ts'
import { CycleMeasure } from '#receivables/treatment-cycles/rules.ts'
import { Timing } from '#clinical/assessment-schedules/rules.ts'
import { AssessmentStatus } from '#clinical/assessments/rules.ts'
import { AttachmentStatus } from '#clinical/attachments/rules.ts'
import { FormResponseStatus } from '#clinical/form-responses/rules.ts'
import { AchievementStatus, GoalStatus } from '#clinical/goals/rules.ts'
import { GoalReview } from '#clinical/goals/schemas.ts'
import type { Trend } from '#clinical/goals/trend.ts'
import { NoteFormat, NoteStatus } from '#clinical/notes/rules.ts'
import { NoteSignature } from '#clinical/notes/schemas.ts'
import { Attendance } from '#clinical/sessions/rules.ts'
import { ANSWER_STYLES, TOOLS } from '#knowledge/assistants/rules.ts'
import {
  DIFFERENCES,
  OUTCOMES as REPLAY_OUTCOMES,
  REPLAY_STATUSES,
  TRIGGER_KINDS,
} from '#agents/agent-replays/rules.ts'
import { RUN_STATUSES } from '#knowledge/evaluation-runs/rules.ts'
import { CALL_PURPOSES, CALL_STATUSES } from '#knowledge/model-calls/rules.ts'
import { DATA_POLICIES } from '#knowledge/models/rules.ts'
import { MODEL_PROVIDERS } from '#providers/ai/chat-models.ts'
import { KNOWLEDGE_FORMATS, KNOWLEDGE_STATUSES } from '#knowledge/documents/rules.ts'
import {
  ContactChannel,
  ContactOutcome,
  LeadOfferStatus,
  LeadSource,
  LeadStatus,
  LostReason,
} from '#marketplace/leads/lead/rules.ts'
import {
  Evidence,
  ItemStatus,
  OnboardingStatus,
  WaitsFor,
} from '#marketplace/provider-onboardings/rules.ts'
import { OnboardingReference } from '#marketplace/provider-onboardings/schemas.ts'
import { ChannelConsent } from '#messaging/channel-consents/schemas.ts'
import {
  ADDRESS_PROBLEMS,
  CHANNELS as MESSAGE_CHANNELS,
  CONSENT_STATUSES,
} from '#messaging/channels/rules.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { TEXT_CHANNELS } from '#providers/texting/index.ts'
import { TEXT_OUTCOMES } from '#scheduling/text-replies/rules.ts'
import { GUARDIANSHIP_KINDS } from '#people/guardianships/schemas.ts'
import { CHANNELS, MOODS } from '#early-intervention/family-check-ins/schemas.ts'
import { DeadlineRecalculation } from '#early-intervention/clocks/schemas.ts'
import { DELAY_CAUSES } from '#early-intervention/clocks/clock.ts'
import { DEADLINE_STATES, NOT_OWED_REASONS } from '#early-intervention/clocks/rules.ts'
import { IFSP_KINDS, IfspStatus } from '#early-intervention/ifsps/names.ts'
import { SIGNER_ROLES, SIGNING_CHANNELS } from '#early-intervention/ifsps/schemas.ts'
import { Program } from '#early-intervention/programs/schemas.ts'
import { CREDIT_CHOICES, DISCHARGE_STATUSES, ITEM_RESULTS } from '#records/discharges/rules.ts'
import { RECIPIENT_TYPES } from '#messaging/messages/recipient.ts'
import { MessageStatus } from '#messaging/messages/rules.ts'
import { Message } from '#messaging/messages/schemas.ts'
import { CustomFieldType } from '#organization/custom-fields/rules.ts'
import { CustomFieldResource } from '#organization/custom-fields/schemas.ts'
import { VERIFICATION_METHOD, VERIFICATION_STATUS } from '#organization/provider-licenses/rules.ts'
import { ProviderStatus, SuspensionReason } from '#organization/providers/provider-status.ts'
import { ScheduleException } from '#organization/schedule-exceptions/schemas.ts'
import { AGENT_MODES, SECOND_FACTORS, TENANT_STATUS } from '#organization/tenants/schemas.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { UnitRule } from '#organization/services/billable-units.ts'
import { CareTeamRole } from '#people/care-teams/schemas.ts'
import { AuditEntry, OUTCOMES } from '#platform/audit/schemas.ts'
import { FollowUp, FollowUpStep } from '#messaging/follow-ups/schemas.ts'
import type { KeyPurpose } from '#platform/identity/signing-key.ts'
import { ErasureStatus } from '#privacy/erasures/schemas.ts'
import { PersonExport } from '#privacy/person-exports/schemas.ts'
import { RestrictionGround } from '#privacy/processing-restrictions/schemas.ts'
import { CompletionMode, NoShowMode } from '#organization/services/automation-members.ts'
import { ImportStatus, RowAction, RowResult } from '#scheduling/appointment-imports/rules.ts'
import { AppointmentImport } from '#scheduling/appointment-imports/schemas.ts'
import { Modality } from '#vocabulary/modality.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '#scheduling/slots/appointment-status.ts'
import { Appointment } from '#scheduling/appointments/schemas.ts'
import { GroupWaitlistEntryStatus } from '#scheduling/group-appointments/rules.ts'
import { EditedMember } from '#scheduling/series/rules.ts'
import { OccurrenceAction, OccurrenceStatus, Series } from '#scheduling/series/schemas.ts'
import { Role } from '#staff/roles/schemas.ts'
import type { LinkPurpose } from '#staff/sign-in/create-sign-in-link.ts'
import type { ChallengeUse } from '#staff/passkeys/use-challenge.ts'
import { SESSION_METHODS } from '#staff/user-sessions/schemas.ts'
import { USER_STATUSES } from '#staff/users/schemas.ts'
import { TimeOffStatus } from '#scheduling/time-off/rules.ts'
import { EntryStatus, OfferStatus, type SlotFacts } from '#scheduling/waitlist/rules.ts'
import { DELIVERY_STATUS, DeliveryAttempt } from '#webhooks/deliveries/delivery-schemas.ts'
import { ENDPOINT_STATUS } from '#webhooks/endpoints/schemas.ts'
import { RECOVERY_STATUS } from '#webhooks/recoveries/schemas.ts'
import { createDatabase } from '../support/servers.ts'

/** The allowed values of a response member. */
const valuesOf = (schema: z.ZodType): string[] => {
  if (schema instanceof z.ZodNullable) return valuesOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  throw new TypeError('no list of values')
}

/** The values of a type: the compiler ensures that the list is complete. */
const each = <Value extends string>(values: Record<Value, true>): string[] => Object.keys(values)

/** Every closed list of the database, by enum type or `table.column`, as in the code. */
const LISTS: Record<string, readonly string[]> = {
  absent_party: valuesOf(Appointment.shape.absentParty),
  agent_decision: Object.values(generated.AgentDecision),
  agent_run_status: AgentRunStatus,
  'agent_replay_results.difference': DIFFERENCES,
  'agent_replay_results.kind': TRIGGER_KINDS,
  'agent_replay_results.outcome': REPLAY_OUTCOMES,
  'agent_replays.status': REPLAY_STATUSES,
  'agent_run_steps.status': STEP_STATUSES,
  'agents.pause_reason': PAUSE_REASONS,
  appointment_status: AppointmentStatus,
  appointment_type: AppointmentType,
  assessment_status: AssessmentStatus,
  assessment_timing: Timing,
  audit_actor_kind: valuesOf(AuditEntry.shape.actor.shape.kind),
  audit_outcome: OUTCOMES,
  care_team_role: CareTeamRole,
  role_sight: valuesOf(Role.shape.sight),
  user_status: USER_STATUSES,
  'early_intervention_programs.check_in_language': LANGUAGES,
  family_check_in_channel: CHANNELS,
  family_check_in_mood: MOODS,
  guardianship_kind: GUARDIANSHIP_KINDS,
  deadline_recalculation_status: valuesOf(DeadlineRecalculation.shape.status),
  cycle_measure: CycleMeasure,
  erasure_status: ErasureStatus,
  form_response_status: FormResponseStatus,
  group_waitlist_entry_status: GroupWaitlistEntryStatus,
  message_status: MessageStatus,
  outbox_kind: Object.values(generated.OutboxKind),
  participant_role: Object.values(generated.ParticipantRole),
  person_export_status: valuesOf(PersonExport.shape.status),
  program_delay_cause: DELAY_CAUSES,
  program_deadline_not_owed: NOT_OWED_REASONS,
  program_deadline_state: DEADLINE_STATES,
  program_status: valuesOf(Program.shape.status),
  restriction_ground: RestrictionGround,
  unit_rule: UnitRule,
  webhook_recovery_status: RECOVERY_STATUS,
  'invoices.kind': InvoiceKind,
  'invoices.status': InvoiceStatus,
  'order_lines.kind': LineKind,
  'payers.kind': PayerKind,
  'appointment_import_rows.pending': RowAction,
  'appointment_import_rows.result': RowResult,
  'appointment_imports.format': valuesOf(AppointmentImport.shape.format),
  'appointment_imports.status': ImportStatus,
  'ai_model_calls.purpose': CALL_PURPOSES,
  'performed_actions.status': each<ActionOutcome['status']>({ DONE: true, SKIPPED: true }),
  'tasks.source': TASK_SOURCES,
  'tasks.status': TASK_STATUSES,
  'ai_model_calls.status': CALL_STATUSES,
  'ai_models.data_policy': DATA_POLICIES,
  'ai_models.provider': MODEL_PROVIDERS,
  'assistants.answer_style': ANSWER_STYLES,
  'assistants.tools': TOOLS,
  'attachments.status': AttachmentStatus,
  'cancellation_policies.prepaid': Prepaid,
  'consents.kind': ConsentKind,
  'custom_field_definitions.resource': CustomFieldResource,
  'custom_field_definitions.type': CustomFieldType,
  'evaluation_runs.status': RUN_STATUSES,
  'follow_up_steps.status': valuesOf(FollowUpStep.shape.status),
  'follow_ups.status': valuesOf(FollowUp.shape.status),
  'freed_slots.status': each<SlotFacts['status']>({ OPEN: true, BOOKED: true, CLOSED: true }),
  'goal_reviews.reason': valuesOf(GoalReview.shape.reason),
  'goal_reviews.status': valuesOf(GoalReview.shape.status),
  'goals.achievement_status': AchievementStatus,
  'goals.status': GoalStatus,
  'goals.trend': each<Trend['verdict']>({
    NOT_ENOUGH_DATA: true,
    IMPROVING: true,
    REGRESSING: true,
    PLATEAU: true,
    INCONCLUSIVE: true,
  }),
  'lead_contact_attempts.channel': ContactChannel,
  'lead_contact_attempts.outcome': ContactOutcome,
  'lead_offers.status': LeadOfferStatus,
  'ledger_accounts.kind': LedgerAccountKind,
  'ledger_transactions.kind': LedgerTransactionKind,
  'leads.lost_reason': LostReason,
  'leads.source': LeadSource,
  'leads.status': LeadStatus,
  'channel_consents.channel': TEXT_CHANNELS,
  'channel_consents.source': valuesOf(ChannelConsent.shape.source),
  'channel_consents.status': CONSENT_STATUSES,
  'text_replies.channel': TEXT_CHANNELS,
  'text_replies.outcome': TEXT_OUTCOMES,
  'undeliverable_addresses.channel': MESSAGE_CHANNELS,
  'undeliverable_addresses.problem': ADDRESS_PROBLEMS,
  'messages.channel': valuesOf(Message.shape.channel),
  'knowledge_documents.format': KNOWLEDGE_FORMATS,
  'knowledge_documents.status': KNOWLEDGE_STATUSES,
  'messages.recipient_type': RECIPIENT_TYPES,
  'onboarding_items.status': ItemStatus,
  'onboarding_references.status': valuesOf(OnboardingReference.shape.status),
  'dunnings.hold_reason': HoldReason,
  'dunnings.status': DunningStatus,
  'dunnings.stop_reason': StopReason,
  'session_package_movements.kind': PackageMovementKind,
  'discharges.credit': CREDIT_CHOICES,
  'discharges.status': DISCHARGE_STATUSES,
  'discharge_items.result': ITEM_RESULTS,
  'ifsps.kind': IFSP_KINDS,
  'ifsps.status': IfspStatus,
  'ifsp_signatures.channel': SIGNING_CHANNELS,
  'ifsp_signatures.role': SIGNER_ROLES,
  'disputes.response': DisputeResponse,
  'disputes.status': DisputeStatus,
  'orders.prepaid_terms': Prepaid,
  'orders.purpose': OrderPurpose,
  'orders.status': OrderStatus,
  'payment_accounts.kind': PaymentAccountKind,
  'payments.payment_method_type': PaymentMethodType,
  'payments.status': PaymentStatus,
  'credit_movements.kind': CreditMovementKind,
  'credit_movements.method': PrepaymentMethod,
  'credit_payouts.method': CreditPayoutMethod,
  'credit_payouts.status': CreditPayoutStatus,
  'refunds.method': RefundMethod,
  'refunds.status': RefundStatus,
  'payout_accounts.kind': PayoutAccountKind,
  'payout_accounts.status': PayoutAccountStatus,
  'settlements.status': SettlementStatus,
  'settlement_lines.recognition': Recognition,
  'split_terms.recognition': Recognition,
  'platform_payouts.status': PlatformPayoutStatus,
  'onboarding_items.evidence': Evidence,
  'provider_licenses.verification_method': VERIFICATION_METHOD,
  'provider_licenses.verification_status': VERIFICATION_STATUS,
  'provider_onboardings.status': OnboardingStatus,
  'provider_onboardings.waiting_on': WaitsFor,
  'providers.status': ProviderStatus.options,
  'providers.suspension_reason': SuspensionReason.options,
  'schedule_exceptions.kind': valuesOf(ScheduleException.shape.kind),
  'series.status': valuesOf(Series.shape.status),
  'series_occurrences.edited': EditedMember,
  'series_occurrences.pending': OccurrenceAction,
  'series_occurrences.status': OccurrenceStatus,
  'services.completion_mode': CompletionMode,
  'services.no_show_mode': NoShowMode,
  'services.required_consents': ConsentKind,
  'session_note_signatures.role': valuesOf(NoteSignature.shape.role),
  'session_notes.format': NoteFormat,
  'note_templates.format': NoteFormat,
  'session_notes.status': NoteStatus,
  'services.modality': Modality,
  'appointments.modality': Modality,
  'sessions.modality': Modality,
  'sessions.attendance': Attendance,
  'signing_keys.purpose': each<KeyPurpose>({ access_token: true, webhook: true, audit_seal: true }),
  'sign_in_links.purpose': each<LinkPurpose>({
    SIGN_IN: true,
    INVITATION: true,
    OPERATOR: true,
    STEP_UP: true,
  }),
  'passkey_challenges.purpose': each<ChallengeUse['purpose']>({
    REGISTER: true,
    SIGN_IN: true,
    STEP_UP: true,
  }),
  'tenants.agents': AGENT_MODES,
  'tenants.completion_mode': CompletionMode,
  'tenants.no_show_mode': NoShowMode,
  'tenants.second_factor': SECOND_FACTORS,
  'tenants.status': TENANT_STATUS,
  'time_off.status': TimeOffStatus,
  'user_sessions.method': SESSION_METHODS,
  'waitlist_entries.status': EntryStatus,
  'waitlist_offers.status': OfferStatus,
  'webhook_attempts.outcome': valuesOf(DeliveryAttempt.shape.outcome),
  'webhook_deliveries.status': DELIVERY_STATUS,
  // Set only by statements of fan-out and couriers.
  'webhook_endpoints.courier': ['ASLEEP', 'AWAKE'],
  'webhook_endpoints.status': ENDPOINT_STATUS,
}

test('every closed list of the database equals the one in the code', async () => {
  await using database = await createDatabase()
  const client = new pg.Client(database.ownerUrl)
  await client.connect()
  const { rows } = await client.query<{ list: string; values: string[] }>(CLOSED_LISTS)
  await client.end()
  expect(Object.fromEntries(rows.map(({ list, values }) => [list, values.toSorted()]))).toEqual(
    Object.fromEntries(Object.entries(LISTS).map(([list, values]) => [list, values.toSorted()])),
  )
})

/** Enum types, and CHECK constraints that only list texts. */
const CLOSED_LISTS = `
  SELECT typname AS list, array_agg(enumlabel::text) AS values
  FROM pg_enum JOIN pg_type t ON t.oid = enumtypid GROUP BY typname
  UNION ALL
  SELECT conrelid::regclass || '.' || attname,
    ARRAY(SELECT found[1] FROM regexp_matches(def, '''([^'']+)''', 'g') AS found)
  FROM pg_constraint
  CROSS JOIN LATERAL pg_get_constraintdef(oid) AS def
  JOIN pg_attribute ON attrelid = conrelid AND conkey = ARRAY[attnum]
  WHERE contype = 'c' AND def ~ ('^CHECK \\(\\(' || attname || ' (= ANY \\(|<@ |= )(ARRAY\\[)?''[^()]*\\)?\\)\\)$')`
