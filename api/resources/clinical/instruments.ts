import { createInstrument } from '#clinical/instruments/create-instrument.ts'
import { publishEdition } from '#clinical/instruments/publish-edition.ts'
import {
  EditionQuery,
  getInstrument,
  InstrumentQuery,
  listEditions,
  listInstruments,
} from '#clinical/instruments/queries.ts'
import { instrumentRecord } from '#clinical/instruments/record.ts'
import {
  CreateInstrument,
  Instrument,
  InstrumentEdition,
  PublishEdition,
} from '#clinical/instruments/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Assessments'
const params = idParam('instrument')

export const instrumentOperations = [
  operation({
    id: 'createAssessmentInstrument',
    method: 'post',
    path: '/v1/assessment-instruments',
    tag,
    summary: 'Create an instrument',
    description:
      'Defines items, scores (sums of items, or entered values) and norms by age. The platform includes no instruments or norms.',
    permission: 'assessment-instruments:write',
    body: CreateInstrument,
    status: 201,
    response: Instrument,
    run: (ctx, { body }) => createInstrument(ctx, body),
  }),
  operation({
    id: 'listAssessmentInstruments',
    method: 'get',
    path: '/v1/assessment-instruments',
    tag,
    summary: 'List instruments',
    description: 'Newest first. Archived instruments are not included unless you set `state`.',
    permission: 'assessment-instruments:read',
    query: InstrumentQuery,
    status: 200,
    response: pageOf(Instrument),
    run: (ctx, { query }) => listInstruments(ctx, query),
  }),
  operation({
    id: 'getAssessmentInstrument',
    method: 'get',
    path: '/v1/assessment-instruments/{id}',
    tag,
    summary: 'Retrieve an instrument',
    description: 'Returns the name of the instrument, and the edition that scores new results.',
    permission: 'assessment-instruments:read',
    params,
    status: 200,
    response: Instrument,
    errors: ['not_found'],
    run: (ctx, { params }) => getInstrument(ctx, params),
  }),
  operation({
    id: 'publishAssessmentInstrumentEdition',
    method: 'post',
    path: '/v1/assessment-instruments/{id}/editions',
    tag,
    summary: 'Publish a new edition',
    description: 'New results are scored with this edition. Existing results keep their edition.',
    permission: 'assessment-instruments:write',
    params,
    body: PublishEdition,
    status: 200,
    response: Instrument,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      publishEdition(ctx, { ...params, version, definition: body }),
  }),
  operation({
    id: 'listAssessmentInstrumentEditions',
    method: 'get',
    path: '/v1/assessment-instruments/{id}/editions',
    tag,
    summary: "List an instrument's editions",
    description: 'Newest first. An edition never changes.',
    permission: 'assessment-instruments:read',
    params,
    query: EditionQuery,
    status: 200,
    response: pageOf(InstrumentEdition),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listEditions(ctx, { ...params, ...query }),
  }),
  ...archiveOperations(instrumentRecord, {
    path: '/v1/assessment-instruments/{id}',
    tag,
    noun: 'an instrument',
    response: Instrument,
  }),
]
