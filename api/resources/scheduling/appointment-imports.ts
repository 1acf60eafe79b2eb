import { IMPORT_NEEDS } from '#scheduling/appointment-imports/change-import.ts'
import { checkImport } from '#scheduling/appointment-imports/check-import.ts'
import { createImport } from '#scheduling/appointment-imports/create-import.ts'
import {
  getImport,
  ImportQuery,
  ImportRowQuery,
  listImportRows,
  listImports,
} from '#scheduling/appointment-imports/queries.ts'
import { runImport } from '#scheduling/appointment-imports/run-import.ts'
import {
  AppointmentImport,
  AppointmentImportRow,
  CreateAppointmentImport,
  UndoImport,
  UndoneImport,
} from '#scheduling/appointment-imports/schemas.ts'
import { undoImport } from '#scheduling/appointment-imports/undo-import.ts'
import { operation } from '../../http/operation.ts'
import { DryRun, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Appointment imports'
const params = idParam('appointmentImport')

export const appointmentImportOperations = [
  operation({
    id: 'createAppointmentImport',
    method: 'post',
    path: '/v1/appointment-imports',
    tag,
    summary: 'Create an import of appointments from CSV or ICS',
    description:
      'The file is stored, and read by a worker: the answer is 202 and READING. What cannot be read at all is FAILED, with `failure`. What can is a dry run: every row is checked by the writes of its creation, which are rolled back. The rows say what would be created, what conflicts with which appointment, and what is wrong in which field. `POST …/run` creates them. What was agreed elsewhere is not asked for hours, notice, grid or caps; nobody is booked twice.',
    permission: IMPORT_NEEDS,
    body: CreateAppointmentImport,
    status: 202,
    response: AppointmentImport,
    example: { status: 'READING' },
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createImport(ctx, body),
  }),
  operation({
    id: 'listAppointmentImports',
    method: 'get',
    path: '/v1/appointment-imports',
    tag,
    summary: 'List imports',
    description: 'Newest first, each with the number of its rows by what became of them.',
    permission: 'appointment-imports:read',
    query: ImportQuery,
    status: 200,
    response: pageOf(AppointmentImport),
    run: (ctx, { query }) => listImports(ctx, query),
  }),
  operation({
    id: 'getAppointmentImport',
    method: 'get',
    path: '/v1/appointment-imports/{id}',
    tag,
    summary: 'Retrieve an import, with its progress',
    description:
      'Ask again until the status says that the file is read, or that its appointments are written.',
    permission: 'appointment-imports:read',
    params,
    status: 200,
    response: AppointmentImport,
    errors: ['not_found'],
    run: (ctx, { params }) => getImport(ctx, params),
  }),
  operation({
    id: 'listAppointmentImportRows',
    method: 'get',
    path: '/v1/appointment-imports/{id}/rows',
    tag,
    summary: 'List the rows of an import',
    description: 'The report. Readable while they are checked, created or undone.',
    permission: 'appointment-imports:read',
    params,
    query: ImportRowQuery,
    status: 200,
    response: pageOf(AppointmentImportRow),
    errors: ['not_found'],
    run: (ctx, { params, query }) => listImportRows(ctx, { ...params, ...query }),
  }),
  operation({
    id: 'checkAppointmentImport',
    method: 'post',
    path: '/v1/appointment-imports/{id}/check',
    tag,
    summary: 'Check the rows of an import again that are not created',
    description: 'After what they lacked was entered, such as a child or a consent.',
    permission: IMPORT_NEEDS,
    params,
    status: 200,
    response: AppointmentImport,
    example: { status: 'CHECKING' },
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params, version }) => checkImport(ctx, { ...params, version }),
  }),
  operation({
    id: 'runAppointmentImport',
    method: 'post',
    path: '/v1/appointment-imports/{id}/run',
    tag,
    summary: 'Run an import: create its appointments',
    description:
      'Those to come are confirmed and have their reminders; those that have passed are history: no reminder, fee, session or event. The same file again changes nothing. `appointment_import.processed` is sent at the end.',
    permission: IMPORT_NEEDS,
    params,
    status: 200,
    response: AppointmentImport,
    example: { status: 'RUNNING' },
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params, version }) => runImport(ctx, { ...params, version }),
  }),
  operation({
    id: 'undoAppointmentImport',
    method: 'post',
    path: '/v1/appointment-imports/{id}/undo',
    tag,
    summary: 'Undo an import',
    description:
      'Its appointments become ENTERED_IN_ERROR, without a fee, a message or an offer to the waitlist. What somebody has changed since stays, and its row says so. `GET /v1/appointments?importId=` lists them all. With `dryRun=true` the answer says what would be, and nothing is done.',
    permission: IMPORT_NEEDS,
    params,
    query: DryRun,
    body: UndoImport,
    status: 200,
    response: UndoneImport,
    example: { status: 'UNDOING' },
    errors: ['not_found', 'invalid_transition'],
    run: (ctx, { params, body, query, version }) =>
      undoImport(ctx, { ...params, ...body, version, dryRun: query.dryRun === 'true' }),
  }),
]
