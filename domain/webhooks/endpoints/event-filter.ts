import { z } from 'zod'
import { exampleId } from '#platform/core/records/ids.ts'
import { EVENTS } from '../events/event-types.ts'

/** An endpoint's filter in addition to event types: a member must have one of some values. */

/** Members of the events' data that can be filtered, and the event's subject. */
const FILTER_MEMBERS = [
  'subjectId',
  ...new Set(Object.values(EVENTS).flatMap(({ payload }) => Object.keys(payload.shape))),
].toSorted() as [string, ...string[]]

const values = z.array(z.string().min(1).max(128)).min(1).max(100)
const EXAMPLE = { providerId: [exampleId('provider')] }

export const EventFilter = z.partialRecord(z.enum(FILTER_MEMBERS), values).meta({
  description:
    'Restricts events to those whose `data` has, for each member listed here, one of the given values. `subjectId` is the record that the event is about. An event without the member does not match. `{}` matches all events.',
  example: EXAMPLE,
})
export type EventFilter = z.infer<typeof EventFilter>

export const EventFilterPatch = z.partialRecord(z.enum(FILTER_MEMBERS), values.nullable()).meta({
  description: 'Merged into the existing filter. Set a member to null to remove it.',
  example: EXAMPLE,
})

/**
 * Whether an endpoint wants an event, as SQL. This is the only rule, used by fan-out and recovery. `endpoint`
 * and `event` are aliases of rows; the event needs type, subject_id and payload.
 */
export const wantsEvent = (endpoint: string, event: string): string => `(
  CASE WHEN ${event}.type = 'custom.emitted' AND ${event}.payload ->> 'endpointId' IS NOT NULL
  -- An agent of the centre calls this one.
  THEN ${endpoint}.id = ${event}.payload ->> 'endpointId'
  ELSE ${endpoint}.event_types && ARRAY[${event}.type, '*'] AND (
    ${endpoint}.filter = '{}' OR NOT EXISTS (
      SELECT FROM jsonb_each(${endpoint}.filter) AS f(member, allowed)
      WHERE NOT COALESCE(allowed ? CASE member WHEN 'subjectId' THEN ${event}.subject_id
                                               ELSE ${event}.payload ->> member END, false))) END)`
