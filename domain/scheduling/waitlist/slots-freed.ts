import { newId } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { endOffer } from './end-offer.ts'
import { loadOffer } from './queries.ts'
import { offerEndsAt, type Slot } from './rules.ts'
import { waitlistOfferWorkflow } from './workflows.ts'

/** A slot that an appointment or a hold has freed. `id` is the appointment's. */
export interface LeftSlot extends Slot {
  id: string
  /** Null for a group. */
  childId: string | null
}

/**
 * Called after slots are freed. If a slot was held for an offer, the offer ends and its workflow makes the next
 * one. Any other slot that somebody waits for gets its own workflow.
 */
export const slotsFreed = async (tx: Transaction, slots: readonly LeftSlot[]): Promise<void> => {
  if (slots.length === 0) return
  const offers = await tx.sql<OfferOfHold>(OFFERS, [tx.tenantId, slots.map(({ id }) => id)])
  for (const { id, status } of offers)
    if (status === 'OFFERED') await endOffer(tx, await loadOffer(tx, id), 'expire')
  const offered = new Set(offers.map(({ appointmentId }) => appointmentId))
  const left = slots.filter(({ id, startsAt }) => !offered.has(id) && offerEndsAt(tx.now, startsAt))
  if (left.length === 0) return
  const wanted = await tx.sql<{ index: number }>(WANTED, [
    tx.tenantId,
    left.map(({ childId }) => childId),
    left.map(({ providerId }) => providerId),
    left.map(({ locationId }) => locationId),
  ])
  if (wanted.length > 0)
    openSlots(
      tx,
      wanted.map(({ index }) => left[index]!),
    )
}

/** Creates a record and starts a workflow for each slot. */
export const openSlots = (
  tx: Transaction,
  slots: readonly (Slot & { id: string | null })[],
): void => {
  const rows = slots.map(
    ({ id: appointmentId, providerId, locationId, serviceId, startsAt, timeZone }) => {
      const id = newId('freedSlot')
      const slot = { appointmentId, providerId, locationId, serviceId, startsAt, timeZone }
      tx.created({ type: 'freedSlot', id }, slot)
      tx.start(waitlistOfferWorkflow, id)
      return { id, ...slot }
    },
  )
  tx.atCommit(INSERT, [tx.tenantId, tx.now, JSON.stringify(rows)])
}

interface OfferOfHold {
  id: string
  status: string
  appointmentId: string
}

/** Accepted offers are not included, because their appointments are ordinary ones. */
const OFFERS = `
  SELECT id, status, appointment_id AS "appointmentId" FROM waitlist_offers
  WHERE tenant_id = $1 AND appointment_id = ANY ($2) AND status <> 'BOOKED' ORDER BY id FOR UPDATE`

/** Whether any entry waits for such a slot. Days and times are checked when an offer is made. */
const WANTED = `
  SELECT (slot.number - 1)::int AS index
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS slot(child_id, provider_id, location_id, number)
  WHERE EXISTS (
    SELECT FROM waitlist_entries w
    WHERE w.tenant_id = $1 AND w.status = 'WAITING' AND w.child_id IS DISTINCT FROM slot.child_id
      AND (cardinality(w.provider_ids) = 0 OR slot.provider_id = ANY (w.provider_ids))
      AND (cardinality(w.location_ids) = 0 OR slot.location_id = ANY (w.location_ids)))`

/** The rows are one parameter, so that the same statement serves any number of rows. */
const INSERT = `
  INSERT INTO freed_slots (tenant_id, id, appointment_id, provider_id, location_id, service_id,
                           starts_at, time_zone, status, created_at)
  SELECT $1, slot.id, slot."appointmentId", slot."providerId", slot."locationId", slot."serviceId",
         slot."startsAt", slot."timeZone", 'OPEN', $2
  FROM jsonb_to_recordset($3::jsonb) AS slot (
    id text, "appointmentId" text, "providerId" text, "locationId" text, "serviceId" text,
    "startsAt" timestamptz, "timeZone" text
  )`
