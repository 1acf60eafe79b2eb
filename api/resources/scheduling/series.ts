import { cancelSeries } from '#scheduling/series/cancel-series.ts'
import { confirmSeries } from '#scheduling/series/confirm-series.ts'
import { createSeries } from '#scheduling/series/create-series.ts'
import { editSeries } from '#scheduling/series/edit-series.ts'
import { previewSeries } from '#scheduling/series/preview-series.ts'
import {
  getSeries,
  listOccurrences,
  listSeries,
  OccurrenceQuery,
  SeriesQuery,
} from '#scheduling/series/queries.ts'
import {
  BookedSeries,
  CancelSeries,
  ConfirmSeries,
  CreateSeries,
  EditSeries,
  Series,
  SeriesOccurrence,
  SeriesOutcome,
} from '#scheduling/series/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Series'
const params = idParam('series')

export const seriesOperations = [
  operation({
    id: 'createSeries',
    method: 'post',
    path: '/v1/series',
    tag,
    summary: 'Book a series of appointments or groups',
    description:
      'Its occurrences are booked one by one after the answer: `progress` says how far that is, the occurrences say what became of each. What cannot be booked is reported and holds up none of the others. `series.processed` is sent at the end. With `kind` GROUP each occurrence is a group appointment, for children who join it: leave `childId` out. With `dryRun=true` the answer says of each date whether it could be booked, what it costs, and where not, which starts are free; nothing is booked and nobody is told.',
    permission: 'appointments:write',
    query: DryRun,
    body: CreateSeries,
    status: 201,
    response: BookedSeries,
    errors: ['invalid_reference', 'slot_unavailable'],
    run: (ctx, { query, body }) =>
      query.dryRun === 'true' ? previewSeries(ctx, body) : createSeries(ctx, body),
  }),
  operation({
    id: 'listSeries',
    method: 'get',
    path: '/v1/series',
    tag,
    summary: 'List series',
    description: 'Newest first. The occurrences of each are a list of their own.',
    permission: 'appointments:read',
    query: SeriesQuery,
    status: 200,
    response: pageOf(Series),
    run: (ctx, { query }) => listSeries(ctx, query),
  }),
  operation({
    id: 'getSeries',
    method: 'get',
    path: '/v1/series/{id}',
    tag,
    summary: 'Retrieve a series',
    description: 'The rule and how many occurrences were booked, conflict or were left out.',
    permission: 'appointments:read',
    params,
    status: 200,
    response: Series,
    errors: ['not_found'],
    run: (ctx, { params }) => getSeries(ctx, params),
  }),
  operation({
    id: 'listSeriesOccurrences',
    method: 'get',
    path: '/v1/series/{id}/occurrences',
    tag,
    summary: 'List the occurrences of a series',
    description: 'Readable while they are booked, moved or cancelled.',
    permission: 'appointments:read',
    params,
    query: OccurrenceQuery,
    status: 200,
    response: pageOf(SeriesOccurrence),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listOccurrences(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'editSeries',
    method: 'post',
    path: '/v1/series/{id}/edit',
    tag,
    summary: 'Edit occurrences of a series',
    description:
      'Another time, day, provider, room, location, service or length, or other notes: of one, of it and those that follow, or of all that are to come. Each keeps its appointment and is changed after the answer, by the rules of an appointment; one that cannot follow stays as it is and says why, and other occurrences keep what they have, booked or not. What could not be done before is tried again. Groups move with all their places or stay, and keep their location, service and length. With `dryRun=true` the answer says of each occurrence what would come of it, and nothing is done.',
    permission: 'appointments:write',
    params,
    query: DryRun,
    body: EditSeries,
    status: 202,
    response: SeriesOutcome,
    errors: [...TRANSITION_ERRORS, 'invalid_reference', 'occurrence_closed', 'series_over'],
    run: (ctx, { params, version, query, body }) =>
      editSeries(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
  operation({
    id: 'confirmSeries',
    method: 'post',
    path: '/v1/series/{id}/confirm',
    tag,
    summary: 'Confirm occurrences of a series',
    description:
      'Those whose appointments wait for the provider: one, it and those that follow, or all that are to come. Each is confirmed after the answer.',
    permission: 'appointments:write',
    params,
    body: ConfirmSeries,
    status: 202,
    response: Series,
    errors: [
      ...TRANSITION_ERRORS,
      'invalid_reference',
      'nothing_to_confirm',
      'occurrence_closed',
      'series_over',
    ],
    run: (ctx, { params, version, body }) => confirmSeries(ctx, { ...params, version, ...body }),
  }),
  operation({
    id: 'cancelSeries',
    method: 'post',
    path: '/v1/series/{id}/cancel',
    tag,
    summary: 'Cancel occurrences of a series',
    description:
      'One, it and those that follow, or all that are to come. Each is cancelled after the answer as an appointment is, its fee included, or as a group is: by the centre, and nobody is charged. With `ALL` the series is over. With `dryRun=true` the answer tells the fees and the follow-ups that stop, and nothing is done.',
    permission: 'appointments:write',
    params,
    query: DryRun,
    body: CancelSeries,
    status: 202,
    response: SeriesOutcome,
    example: { cancelledAt: EXAMPLE_INSTANT },
    errors: [...TRANSITION_ERRORS, 'invalid_reference', 'occurrence_closed', 'series_over'],
    run: (ctx, { params, version, query, body }) =>
      cancelSeries(ctx, { ...params, version, ...body, dryRun: query.dryRun === 'true' }),
  }),
]
