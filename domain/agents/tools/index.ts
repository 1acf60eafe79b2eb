import { z } from 'zod'
import { listAssessments } from '#clinical/assessments/queries.ts'
import { getChildProgress } from '#clinical/goals/get-child-progress.ts'
import { embedQuestion } from '#knowledge/answers/embed-question.ts'
import { SearchKnowledge } from '#knowledge/answers/schemas.ts'
import { searchKnowledge } from '#knowledge/answers/search-knowledge.ts'
import { listWorklist } from '#messaging/worklist/list-worklist.ts'
import { ME } from '#messaging/tasks/names-of.ts'
import { getChild } from '#people/children/queries.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { instant } from '#platform/core/time/time.ts'
import { listAppointments } from '#scheduling/appointments/queries.ts'
import { findAvailability } from '#scheduling/availability/queries.ts'
import { toolOfAction } from './tool-of-action.ts'
import { toolOfQuery } from './tool-of-query.ts'
import { defineTool, type Tool } from './tool.ts'

const MOST = 50

/** A time range without brackets in its names, because models do not allow them in parameter names. */
const range = {
  earliest: instant().meta({ description: 'Earliest start: ISO 8601 with an offset.' }),
  latest: instant().meta({ description: 'Latest start, exclusive: ISO 8601 with an offset.' }),
}

const BOOKINGS = [
  defineTool({
    name: 'search_slots',
    family: 'bookings',
    title: 'Search free slots',
    description: 'Returns start times that can be booked, under the booking rules.',
    parameters: z.strictObject({
      serviceIds: z.array(idOf('service')).min(1).max(5),
      providerIds: z.array(idOf('provider')).min(1).max(20).exactOptional(),
      locationIds: z.array(idOf('location')).min(1).max(20).exactOptional(),
      childId: idOf('child').exactOptional(),
      ...range,
    }),
    needs: ['availability:read', 'children:read'],
    read: (ctx, { earliest, latest, ...search }) =>
      findAvailability(ctx, {
        ...search,
        'startsAt[gte]': earliest,
        'startsAt[lt]': latest,
        explain: 'false',
      }),
  }),
  defineTool({
    name: 'list_appointments',
    family: 'bookings',
    title: 'List appointments',
    description: `Returns the first ${MOST} appointments of a child, a provider or a location in a time range.`,
    parameters: z.strictObject({
      childId: idOf('child').exactOptional(),
      providerId: idOf('provider').exactOptional(),
      locationId: idOf('location').exactOptional(),
      ...range,
    }),
    needs: ['appointments:read', 'children:read'],
    read: (ctx, { earliest, latest, ...filters }) =>
      listAppointments(ctx, {
        ...filters,
        'startsAt[gte]': earliest,
        'startsAt[lt]': latest,
        limit: MOST,
        sort: 'startsAt',
      }),
  }),
  toolOfAction('bookings', 'hold_appointment'),
  toolOfAction('bookings', 'book_appointment'),
]

const Child = z.strictObject({ id: idOf('child') })

const CHILD_RECORDS = [
  defineTool({
    name: 'get_child',
    family: 'child_records',
    title: 'Retrieve a child',
    description: 'Returns the name, birth date, provider and funding of a child in the caseload.',
    parameters: Child,
    needs: 'children:read',
    read: getChild,
  }),
  defineTool({
    name: 'get_child_progress',
    family: 'child_records',
    title: 'Retrieve the progress of a child',
    description:
      'Returns the goals of a child with their trend, and the numbers that support each statement.',
    parameters: Child,
    needs: ['goals:read', 'children:read'],
    read: getChildProgress,
  }),
  toolOfQuery('child_records', 'children_without_next_appointment'),
  toolOfQuery('child_records', 'goals_without_progress'),
]

const ASSESSMENTS = [
  defineTool({
    name: 'list_assessments',
    family: 'assessments',
    title: 'List assessments',
    description: `Returns the latest ${MOST} assessments of a child: scheduled, due and completed.`,
    parameters: z.strictObject({ childId: idOf('child') }),
    needs: ['assessments:read', 'children:read'],
    read: (ctx, { childId }) => listAssessments(ctx, { childId, limit: MOST, sort: '-createdAt' }),
  }),
  toolOfQuery('assessments', 'children_due_for_assessment'),
  toolOfAction('assessments', 'schedule_assessment'),
]

const TASKS = [
  defineTool({
    name: 'list_worklist',
    family: 'tasks',
    title: 'List open work',
    description:
      'Returns what waits for a person, ordered by due date: open tasks, follow-up steps and records to decide on.',
    parameters: z.strictObject({
      mine: z
        .boolean()
        .default(false)
        .meta({ description: 'If true, returns only work assigned to you.' }),
      childId: idOf('child').exactOptional(),
    }),
    needs: ['tasks:read', 'children:read'],
    read: (ctx, { mine, ...filters }) =>
      listWorklist(ctx, {
        ...filters,
        ...(mine && { assigneeId: ME }),
        snoozed: 'false',
        limit: MOST,
        sort: 'dueAt',
      }),
  }),
  toolOfAction('tasks', 'create_task'),
]

const KNOWLEDGE = [
  defineTool({
    name: 'search_knowledge',
    family: 'knowledge',
    title: 'Search the documents of the centre',
    description:
      'Returns passages from an assistant’s documents that match a question, with their place.',
    parameters: SearchKnowledge,
    needs: 'knowledge:read',
    read: async (ctx, question) => searchKnowledge(ctx, await embedQuestion(ctx, question)),
  }),
]

const ALL: readonly Tool[] = [
  ...BOOKINGS,
  ...CHILD_RECORDS,
  ...ASSESSMENTS,
  ...TASKS,
  toolOfAction('messages', 'message_guardians'),
  // A model never contacts people without approval, not even staff.
  toolOfAction('messages', 'message_providers', { proposed: true }),
  toolOfQuery('waitlist', 'waitlist_entries'),
  toolOfAction('waitlist', 'offer_waitlist'),
  ...KNOWLEDGE,
]

/** Every tool, keyed by name. */
export const TOOLS: Readonly<Record<string, Tool>> = Object.fromEntries(
  ALL.map((tool) => [tool.name, tool]),
)
