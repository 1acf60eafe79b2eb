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

const tag = {
  name: 'Series',
  about:
    'Appointments or groups that repeat according to a rule, with a result for each occurrence. A series of groups (`kind` GROUP) has no child: children join each group, and each group can be changed separately.',
}
const params = idParam('series')

export const seriesOperations = [
  operation({
    id: 'createSeries',
    method: 'post',
    path: '/v1/series',
    tag,
    summary: 'Book a series of appointments or groups',
    description:
      'Occurrences are booked one by one after the response: `progress` counts them, and each occurrence has its own result. If an occurrence cannot be booked, it is reported and the others are still booked. `series.processed` is sent at the end. With `kind` GROUP each occurrence is a group appointment that children join; omit `childId`. With `dryRun=true` the response shows for each date whether it can be booked, its price and, if it cannot be booked, the free start times; nothing is booked and nobody is notified.',
    permission: 'appointments:write',
    query: DryRun,
    body: CreateSeries,
    status: 201,
    response: BookedSeries,
    errors: ['invalid_reference', 'slot_unavailable', 'child_discharged'],
    run: (ctx, { query, body }) =>
      query.dryRun === 'true' ? previewSeries(ctx, body) : createSeries(ctx, body),
  }),
  operation({
    id: 'listSeries',
    method: 'get',
    path: '/v1/series',
    tag,
    summary: 'List series',
    description:
      'Newest first. To list the occurrences of a series, use `GET /v1/series/{id}/occurrences`.',
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
    description:
      'Returns the recurrence rule, and how many occurrences were booked, failed or were skipped.',
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
    description: 'You can list occurrences while they are being booked, moved or cancelled.',
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
      'Changes the time, day, provider, room, location, service, length or notes of one occurrence, of that and all following occurrences, or of all future occurrences. Each occurrence keeps its appointment and is changed after the response, under the rules for changing appointments. An occurrence that cannot be changed stays as it is and shows the reason; earlier failures are tried again. Groups move with all their places or not at all, and keep their location, service and length. With `dryRun=true` the response shows the result for each occurrence, and nothing changes.',
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
      'Confirms appointments that await the provider’s confirmation: those of one occurrence, of that and all following occurrences, or of all future occurrences. Each is confirmed after the response.',
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
      'Cancels one occurrence, that and all following occurrences, or all future occurrences. Each is cancelled after the response: appointments with their fee, groups on behalf of the centre without a fee. `ALL` ends the series. With `dryRun=true` the response lists the fees and the follow-ups that stop, and nothing changes.',
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
