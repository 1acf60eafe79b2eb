import { z } from 'zod'
import { outcomeSchema } from '#platform/core/schemas/outcome-schema.ts'
import type {
  AppointmentImport as ImportModel,
  AppointmentImportRow as RowModel,
} from '#prisma/generated/client.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull, timeZone } from '#platform/core/time/time.ts'
import { FIELDS } from './file/fields.ts'
import { ImportStatus, MOST_ROWS, RowResult } from './rules.ts'

/** JSON bodies are limited to 1 MiB in total, so the file gets less. */
const MOST_CHARACTERS = 1_000_000

const Defaults = z.strictObject({
  providerId: idOf('provider')
    .exactOptional()
    .meta({ description: 'Provider of the appointments.' }),
  serviceId: idOf('service').exactOptional().meta({ description: 'Service of the appointments.' }),
  locationId: idOf('location')
    .exactOptional()
    .meta({ description: 'Location of the appointments.' }),
  roomId: idOf('room').exactOptional().meta({ description: 'Room of the appointments.' }),
  type: z.enum(AppointmentType).exactOptional().meta({
    description:
      'Type for rows that name neither a type nor a service; a service determines its type. Default: THERAPY_SESSION.',
  }),
})
export type ImportDefaults = z.infer<typeof Defaults>

export const CreateAppointmentImport = z
  .strictObject({
    name: line(200).meta({ description: "The file's name.", example: 'practice.csv' }),
    format: z.enum(['CSV', 'ICS']).meta({ description: 'Format of the file.' }),
    content: z
      .string()
      .min(1)
      .max(MOST_CHARACTERS)
      .meta({
        description: `The file as text, at most ${MOST_ROWS} appointments; send a larger file in parts. CSV has a header; its columns are ${FIELDS.join(', ')}. In an ICS file, each VEVENT is a row, and so is each occurrence of a rule that ends; child, provider, service, location and room are in X-THERAPY-CHILD and so on, otherwise the child is in ATTENDEE (a guardian's e-mail) or SUMMARY. Rules are daily, weekly, monthly or yearly, with BYDAY, BYMONTHDAY and BYMONTH, and must end.`,
        example:
          'external_id,child,provider,start,duration\n1,Lena Weiss,Ana Ruiz,2026-12-01 10:00,45\n',
      }),
    columns: z
      .record(z.string().max(200), z.enum(FIELDS))
      .exactOptional()
      .meta({
        description: 'For CSV: maps our columns to the file’s, if their names differ.',
        example: { Termin: 'start' },
      }),
    timeZone: timeZone().exactOptional().meta({
      description: "Time zone of times without an offset. Defaults to that of the row's location.",
      example: 'Europe/Berlin',
    }),
    defaults: Defaults.default({}).meta({
      description: 'Defaults for rows that do not name them, such as the provider of a calendar.',
      example: { providerId: exampleId('provider') },
    }),
    notify: z.boolean().default(false).meta({
      description:
        'Whether guardians get invitations for future appointments, if the centre sends them.',
    }),
  })
  .meta({ id: 'CreateAppointmentImport' })
export type CreateAppointmentImport = z.infer<typeof CreateAppointmentImport>

const count = z.int().min(0).meta({ example: 0 })
const Progress = z.strictObject({
  total: count.meta({ description: 'All rows of the file.', example: 120 }),
  pending: count.meta({ description: 'Rows that are not finished.' }),
  wouldCreate: count.meta({ description: 'Rows that would become appointments.', example: 117 }),
  created: count.meta({ description: 'Rows that became appointments.' }),
  unchanged: count.meta({ description: 'Imported before, without differences.', example: 1 }),
  conflicts: count.meta({ description: 'Rows whose time is taken.', example: 1 }),
  invalid: count.meta({ description: 'Rows that cannot be read.', example: 1 }),
  undone: count.meta({ description: 'Appointments that were undone.' }),
  kept: count.meta({ description: 'Not undone, because somebody has changed them since.' }),
})
export type ImportProgress = z.infer<typeof Progress>

const Failure = z
  .strictObject({
    code: z.string().meta({ description: 'Stable.', example: 'column_missing' }),
    detail: z.string().meta({
      description: 'What to do about it.',
      example: 'No column is start. Name it so in the header, or say in columns which one it is.',
    }),
  })
  .meta({ id: 'AppointmentImportFailure' })

export const AppointmentImport = resourceSchema('AppointmentImport', {
  id: idOf('appointmentImport'),
  name: z.string().meta({ description: 'Name of the file.', example: 'practice.csv' }),
  format: z.enum(['CSV', 'ICS']).meta({ description: 'Format of the file.' }),
  status: z.enum(ImportStatus).meta({
    description:
      'READING: a worker reads the file. FAILED: no row of the file can be read; `failure` says why. CHECKED: the report per row is complete and nothing has been written. DONE: everything possible is created.',
    example: 'CHECKED',
  }),
  failure: Failure.nullable().meta({
    description: 'Why the file cannot be read. Correct it and upload it again.',
    example: null,
  }),
  timeZone: z.string().nullable().meta({
    description: 'Time zone of times without an offset; null for that of each row’s location.',
    example: 'Europe/Berlin',
  }),
  defaults: Defaults.meta({ description: 'Defaults for rows that do not name them.' }),
  notify: z.boolean().meta({ description: 'Whether guardians are sent invitations.' }),
  ignoredColumns: z
    .array(z.string())
    .meta({ description: 'Unknown columns, once the file is read.', example: [] }),
  sha256: z.string().meta({
    description: 'SHA-256 of the file, as 64 hexadecimal digits.',
    example: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  }),
  progress: Progress.meta({ description: 'Number of rows by result.' }),
  ...recordMembers,
})
export type AppointmentImport = z.infer<typeof AppointmentImport>

export const AppointmentImportRow = resourceSchema('AppointmentImportRow', {
  id: idOf('appointmentImportRow'),
  number: z.int().min(1).meta({ description: 'From 1, without the header.', example: 1 }),
  result: z.enum(RowResult).nullable().meta({
    description: 'null until it has been checked.',
    example: 'WOULD_CREATE',
  }),
  field: z.enum(FIELDS).nullable().meta({ description: 'The wrong field.', example: null }),
  code: z.string().nullable().meta({ description: 'Why not: stable.', example: null }),
  detail: z.string().nullable().meta({ description: 'What to do about it.', example: null }),
  conflictsWith: z.string().nullable().meta({
    description: 'The existing appointment, or `row <number>` of an earlier row of the file.',
    example: null,
  }),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'Child whom the row names; null while it is not known.' }),
  providerId: idOf('provider')
    .nullable()
    .meta({ description: 'Provider whom the row names; null while it is not known.' }),
  serviceId: idOf('service')
    .nullable()
    .meta({ description: 'Service that the row names; null for none.' }),
  locationId: idOf('location')
    .nullable()
    .meta({ description: 'Location that the row names; null while it is not known.' }),
  roomId: idOf('room').nullable().meta({ description: 'Room that the row names; null for none.' }),
  startsAt: z.iso.datetime().nullable().meta({
    description: 'When the appointment begins, in UTC; null while the row cannot be read.',
    example: '2026-12-01T09:00:00.000Z',
  }),
  endsAt: z.iso.datetime().nullable().meta({
    description: 'When it ends, in UTC; null while the row cannot be read.',
    example: '2026-12-01T09:45:00.000Z',
  }),
  status: z.enum(AppointmentStatus).nullable().meta({
    description: 'Type with which it is created.',
    example: 'CONFIRMED',
  }),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'Appointment that the row became; null for none.', example: null }),
  ...recordMembers,
})
export type AppointmentImportRow = z.infer<typeof AppointmentImportRow>

/** How many of the appointments that an undo would keep are listed. */
export const MOST_SHOWN = 100

export const UndoneImport = outcomeSchema('UndoneAppointmentImport', AppointmentImport, {
  keeping: z
    .array(
      z.strictObject({
        number: z.int().min(1).meta({ description: 'Of the row.', example: 7 }),
        appointmentId: idOf('appointment'),
        status: z.enum(AppointmentStatus).meta({ description: 'Status of the appointment now.' }),
      }),
    )
    .meta({
      description: `With dryRun=true: appointments that would stay, because somebody has changed them since; the first ${MOST_SHOWN}. progress counts them as kept.`,
      example: [],
    }),
})
export type UndoneImport = z.infer<typeof UndoneImport>

export const UndoImport = z
  .strictObject({ reason: line(500).meta({ description: 'Why the import is undone.' }) })
  .meta({ id: 'UndoAppointmentImport', example: { reason: 'Wrong time zone' } })
export type UndoImport = z.infer<typeof UndoImport>

export const toImport = (row: ImportModel, progress: ImportProgress): AppointmentImport => ({
  id: row.id,
  name: row.name,
  format: row.format as AppointmentImport['format'],
  status: row.status as AppointmentImport['status'],
  failure:
    row.failureCode === null ? null : { code: row.failureCode, detail: row.failureDetail ?? '' },
  timeZone: row.timeZone,
  defaults: fromJson(AppointmentImport.shape.defaults, row.defaults),
  notify: row.notify,
  ignoredColumns: row.ignoredColumns,
  sha256: row.sha256,
  progress,
  ...recordOf(row),
})

export const toImportRow = (row: RowModel): AppointmentImportRow => ({
  id: row.id,
  number: row.number,
  result: row.result as AppointmentImportRow['result'],
  field: row.field as AppointmentImportRow['field'],
  code: row.code,
  detail: row.detail,
  conflictsWith: row.conflictsWith,
  childId: row.childId,
  providerId: row.providerId,
  serviceId: row.serviceId,
  locationId: row.locationId,
  roomId: row.roomId,
  startsAt: utcOrNull(row.startsAt),
  endsAt: utcOrNull(row.endsAt),
  status: row.status,
  appointmentId: row.appointmentId,
  ...recordOf(row),
})
