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

const tag = {
  name: 'Appointment imports',
  about:
    'Appointments from another system, imported from CSV or iCalendar: each row is checked, then written, and an import can be undone.',
}
const params = idParam('appointmentImport')

export const appointmentImportOperations = [
  operation({
    id: 'createAppointmentImport',
    method: 'post',
    path: '/v1/appointment-imports',
    tag,
    summary: 'Create an import of appointments from CSV or ICS',
    description:
      'Returns 202 with status READING; a worker then reads the file. If the file cannot be read, the status becomes FAILED and `failure` gives the reason. Otherwise the platform tries to create each row’s appointment and rolls the attempt back: each row then shows what would be created, which appointment it conflicts with, or which field is wrong. To create the appointments, call `POST …/run`. Imported times are not checked against hours, notice, grid or caps, but nobody is double-booked.',
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
    description: 'Newest first, each with its number of rows by result.',
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
      'Poll this operation until the status shows that the file has been read, or that the appointments have been created.',
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
      'Returns the report for each row. You can read it while rows are being checked, created or undone.',
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
    description:
      'Use this operation after you have added what rows lacked, such as a child or a consent.',
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
      'Future appointments are confirmed and get their reminders. Past appointments are recorded without reminders, fees, sessions or events. Running the same file again changes nothing. When the run is finished, `appointment_import.processed` is sent.',
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
      'Marks the appointments of the import as ENTERED_IN_ERROR, without fees, messages or offers to the waitlist. Appointments that have changed since the import stay, and their rows say so. To list all appointments of the import, use `GET /v1/appointments?importId=`. With `dryRun=true` the response shows the result, and nothing changes.',
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
