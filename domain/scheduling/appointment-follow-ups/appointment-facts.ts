import { AUTOMATION } from '../appointment-automation/columns.ts'
import type { AppointmentStatus } from '../slots/appointment-status.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { inZone } from '#platform/core/time/time.ts'
import type { Reader, Transaction } from '#platform/core/transactions/transaction.ts'
import { guardiansOf } from '#messaging/messages/recipient.ts'
import type { ChannelTerms } from '#messaging/channels/rules.ts'
import type { QuietHours } from '#messaging/messages/rules.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { loadReminding } from '../reminder-policies/queries.ts'
import { offsetsOf, REMINDER_CHANNELS, type Reminding } from '../reminder-policies/rules.ts'
import {
  isKindOn,
  type FamilyKindName,
  type KindChoices,
} from '#messaging/messages/family-kinds.ts'
import type { CancelledBy, Notice } from '#messaging/messages/templates/appointment-notice.ts'
import type { Modality } from '#vocabulary/modality.ts'
import type { LifecycleFacts } from './appointment-lifecycle-plan.ts'

/** The facts from which an appointment's follow-ups are planned. */
export interface AppointmentFacts extends LifecycleFacts {
  id: string
  childId: string
  childFirstName: string
  providerId: string
  locationName: string
  locationPhone: string | null
  modality: Modality
  /** The link to a video visit. */
  meetingUrl: string | null
  version: number
  locationId: string
  /** The series of which it is a date. */
  seriesId: string | null
  reminding: Reminding
  /** What the centre decided about kinds of messages. */
  kinds: KindChoices
  /** By which channels the centre sends messages, and from which numbers. */
  channelTerms: ChannelTerms
  /** Whether the visit was recorded after it. */
  isLateEntry: boolean
  /** Whether processing of the child's data is restricted. */
  restricted: boolean
  /** Who cancelled it. */
  cancelledBy: CancelledBy | null
  /** Which notices the centre sends to guardians who were not told of the appointment. */
  sends: Readonly<Record<Notice, boolean>>
  /** Where and when it was when it was booked; null if it was never moved. */
  original: { startsAt: Date; locationId: string } | null
  /** Whether a person must charge or waive the fee for a no-show. */
  feeProposed: boolean
  /** The provider and the time before the last reschedule. */
  originallyDueAt: { providerId: string; startsAt: string; endsAt: string } | null
}

/** Locks the appointment, so that the plan is still valid at commit. */
export const appointmentFacts = async (tx: Transaction, id: string): Promise<AppointmentFacts> => {
  const [facts] = await factsFrom(tx, await tx.sql<Row>(FACTS, [tx.tenantId, id]))
  if (!facts) throw notFound('appointment')
  return facts
}

/** The facts as they are now, for showing them. */
export const findAppointmentFacts = async (
  reader: Reader,
  id: string,
): Promise<AppointmentFacts | undefined> =>
  (await factsFrom(reader, await reader.sql<Row>(FACTS_NOW, [reader.tenantId, id])))[0]

/** The facts of those appointments that no other transaction has locked. Locks them. */
export const factsOfAppointments = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AppointmentFacts>> => {
  const facts = await factsFrom(tx, await tx.sql<Row>(FACTS_OF_MANY, [tx.tenantId, ids]))
  return new Map(facts.map((one) => [one.id, one]))
}

const factsFrom = async (reader: Reader, rows: Row[]): Promise<AppointmentFacts[]> => {
  if (rows.length === 0) return []
  const reminded = rows.map(({ offsetsMinutes, language, ...row }) => ({
    ...row,
    base: {
      offsetsMinutes,
      language,
      channels: REMINDER_CHANNELS,
      textChannels: [],
      quietHours: quietHoursOf(row),
    },
  }))
  const all = await loadReminding(reader, reminded)
  return reminded.map((row, index) => {
    const reminding = all[index]!
    const { base, quietStartTime: _, quietEndTime: __, original, ...facts } = row
    const { quietHours } = base
    const sends = noticesSent(row, row.kinds)
    return {
      ...facts,
      sends,
      announcesBooking: sends.booked,
      isMoved: original !== null,
      original: original && { ...original, startsAt: new Date(original.startsAt) },
      movedFrom: row.originallyDueAt && new Date(row.originallyDueAt.startsAt),
      quietHours,
      reminding,
      reminderOffsetsMinutes: offsetsOf(reminding),
      reminderQuietHours: reminding.general.quietHours,
    }
  })
}

/** Imported appointments are announced only if the import says so. */
const noticesSent = (
  { isBroughtAlong, seriesId }: Pick<Row, 'isBroughtAlong' | 'seriesId'>,
  kinds: KindChoices,
): Record<Notice, boolean> => {
  const isSent = (kind: FamilyKindName) => !isBroughtAlong && isKindOn(kinds, kind)
  return {
    booked: isSent(seriesId === null ? 'APPOINTMENT_BOOKED' : 'SERIES_BOOKED'),
    moved: isSent('APPOINTMENT_MOVED'),
    cancelled: isSent('APPOINTMENT_CANCELLED'),
  }
}

const quietHoursOf = ({
  quietStartTime: startTime,
  quietEndTime: endTime,
}: Pick<Row, 'quietStartTime' | 'quietEndTime'>): QuietHours | null =>
  startTime !== null && endTime !== null ? { startTime, endTime } : null

/** The facts that all messages about an appointment contain. */
export const inMessages = ({
  startsAt,
  timeZone,
  locationName,
  locationPhone,
  modality,
  meetingUrl,
}: AppointmentFacts) => ({
  startsAt: inZone(startsAt, timeZone),
  timeZone,
  locationName,
  locationPhone,
  modality,
  meetingUrl,
})

export const guardiansToTell = (tx: Transaction, { childId }: AppointmentFacts) =>
  guardiansOf(tx, childId)

type Row = Omit<
  AppointmentFacts,
  | 'quietHours'
  | 'reminding'
  | 'reminderOffsetsMinutes'
  | 'reminderQuietHours'
  | 'sends'
  | 'announcesBooking'
  | 'isMoved'
  | 'movedFrom'
  | 'original'
> & {
  isBroughtAlong: boolean
  original: { startsAt: string; locationId: string } | null
  serviceId: string | null
  offsetsMinutes: number[]
  language: Language
  status: AppointmentStatus
  quietStartTime: string | null
  quietEndTime: string | null
}

/** For imported appointments, no messages are sent unless requested. Later changes do send messages. */
const broughtAlong = (untouched: string) => `EXISTS (
           SELECT FROM appointment_import_rows i
           JOIN appointment_imports m ON m.tenant_id = i.tenant_id AND m.id = i.import_id
           WHERE i.tenant_id = a.tenant_id AND i.appointment_id = a.id
             AND (i.result = 'UNDONE' OR NOT m.notify AND a.status = 'CONFIRMED' AND ${untouched}))`

/** The time or the location changed, so people who know the old one are informed again. */
const MOVED = `(c.kind = 'reschedule' OR c.before->>'locationId' IS DISTINCT FROM c.after->>'locationId')`

const COLUMNS = `
  SELECT a.id, a.status, a.starts_at AS "startsAt", a.ends_at AS "endsAt", a.time_zone AS "timeZone", a.child_id AS "childId",
         a.provider_id AS "providerId", a.status_changed_at AS "statusChangedAt",
         COALESCE((SELECT max(c.created_at) FROM appointment_changes c
                   WHERE c.tenant_id = a.tenant_id AND c.appointment_id = a.id AND ${MOVED}),
                  a.created_at) AS "bookedAt",
         (SELECT max(c.created_at) FROM appointment_changes c
          WHERE c.tenant_id = a.tenant_id AND c.appointment_id = a.id
            AND c.kind IN ('confirm', 'decline', 'expire')) AS "decidedAt",
         COALESCE(s.confirmation_window_minutes, 2880) AS "confirmationWindowMinutes",
         a.version, r.before AS "originallyDueAt",
         b.is_brought_along AS "isBroughtAlong",
         CASE WHEN NOT b.is_brought_along THEN t.invitations_since END AS "invitationsSince",
         CASE WHEN b.is_brought_along THEN timestamptz '9999-12-31' ELSE t.notices_since END AS "noticesSince", t.message_hold_minutes AS "holdMinutes", t.message_kinds AS kinds,
         jsonb_build_object('channels', COALESCE(t.message_channels, '{}'),
           'senders', jsonb_build_object('SMS', t.sms_sender, 'WHATSAPP', t.whatsapp_sender)) AS "channelTerms",
         EXISTS (SELECT FROM processing_restrictions p
                 WHERE p.tenant_id = a.tenant_id AND p.person_id = a.child_id AND p.lifted_at IS NULL) AS restricted,
         a.late_entry AS "isLateEntry",
         a.location_id AS "locationId", a.series_id AS "seriesId", a.cancellation->>'initiator' AS "cancelledBy",
         (SELECT c.before FROM appointment_changes c
          WHERE c.tenant_id = a.tenant_id AND c.appointment_id = a.id AND ${MOVED}
          ORDER BY c.id LIMIT 1) AS original,
         k.first_name AS "childFirstName", l.name AS "locationName", l.phone AS "locationPhone", a.modality,
         CASE a.modality WHEN 'TELEHEALTH' THEN COALESCE(a.meeting_url,
           (SELECT p.meeting_url FROM providers p WHERE p.tenant_id = a.tenant_id AND p.id = a.provider_id)) END AS "meetingUrl",
         t.reminder_offsets_minutes AS "offsetsMinutes", t.message_language AS language,
         a.service_id AS "serviceId",
         ${AUTOMATION}, COALESCE(a.fee->>'decision' = 'PROPOSED', false) AS "feeProposed",
         t.quiet_hours_start_time AS "quietStartTime", t.quiet_hours_end_time AS "quietEndTime"
  FROM appointments a JOIN tenants t ON t.tenant_id = a.tenant_id
  JOIN children k ON k.tenant_id = a.tenant_id AND k.id = a.child_id
  JOIN locations l ON l.tenant_id = a.tenant_id AND l.id = a.location_id
  LEFT JOIN services s ON s.tenant_id = a.tenant_id AND s.id = a.service_id
  LEFT JOIN LATERAL (
    SELECT c.before FROM appointment_changes c
    WHERE c.tenant_id = a.tenant_id AND c.appointment_id = a.id AND ${MOVED}
    ORDER BY c.id DESC LIMIT 1) r ON true
  CROSS JOIN LATERAL (SELECT ${broughtAlong('r.before IS NULL')} AS is_brought_along) b`

const FACTS_NOW = `${COLUMNS} WHERE a.tenant_id = $1 AND a.id = $2`

const FACTS = `${FACTS_NOW} FOR UPDATE OF a`

const FACTS_OF_MANY = `${COLUMNS} WHERE a.tenant_id = $1 AND a.id = ANY ($2) FOR UPDATE OF a SKIP LOCKED`
