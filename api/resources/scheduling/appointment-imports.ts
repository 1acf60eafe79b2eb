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
      'Stores the file; a worker reads it, so the response is 202 with READING. A file that cannot be read is FAILED, with `failure`. Otherwise each row is checked by a rolled-back creation: rows report what would be created, which appointment they conflict with, and which field is wrong. `POST …/run` creates the appointments. Imported times are not checked against hours, notice, grid or caps, but nobody is double-booked.',
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
    description: 'Newest first, each with its rows counted by result.',
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
      'Poll until the status says that the file is read, or that the appointments are created.',
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
    description:
      'Returns the report. You can read it while rows are being checked, created or undone.',
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
    summary: 'Check rows of an import again',
    description: 'Use it after you added what rows lacked, such as a child or a consent.',
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
      'Future appointments are confirmed and have their reminders. Past ones become history without reminders, fees, sessions or events. Running the same file again changes nothing. `appointment_import.processed` is sent at the end.',
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
      'Marks its appointments as ENTERED_IN_ERROR, without fees, messages or offers to the waitlist. Appointments changed since the import stay, and their rows say so. `GET /v1/appointments?importId=` lists all of them. With `dryRun=true` the response shows the result, and nothing changes.',
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
