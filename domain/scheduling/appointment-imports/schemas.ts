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
    .meta({ description: 'Provider for rows that name none.' }),
  serviceId: idOf('service')
    .exactOptional()
    .meta({ description: 'Service for rows that name none.' }),
  locationId: idOf('location')
    .exactOptional()
    .meta({ description: 'Location for rows that name none.' }),
  roomId: idOf('room').exactOptional().meta({ description: 'Room for rows that name none.' }),
  type: z.enum(AppointmentType).exactOptional().meta({
    description:
      'Type for rows that specify neither a type nor a service; a service determines its type. Defaults to THERAPY_SESSION.',
  }),
})
export type ImportDefaults = z.infer<typeof Defaults>

export const CreateAppointmentImport = z
  .strictObject({
    name: line(200).meta({ description: 'Name of the file.', example: 'practice.csv' }),
    format: z.enum(['CSV', 'ICS']).meta({ description: 'Format of the file.' }),
    content: z
      .string()
      .min(1)
      .max(MOST_CHARACTERS)
      .meta({
        description: `The file as text, with at most ${MOST_ROWS} appointments; send a larger file in parts. A CSV file must have a header; its columns are ${FIELDS.join(', ')}. In an ICS file, each VEVENT is a row, and so is each occurrence of a recurrence rule. Child, provider, service, location and room are read from X-THERAPY-CHILD and similar properties; otherwise the child is read from ATTENDEE (a guardian's e-mail address) or SUMMARY. Rules must be daily, weekly, monthly or yearly, can use BYDAY, BYMONTHDAY and BYMONTH, and must end.`,
        example:
          'external_id,child,provider,start,duration\n1,Lena Weiss,Ana Ruiz,2026-12-01 10:00,45\n',
      }),
    columns: z
      .record(z.string().max(200), z.enum(FIELDS))
      .exactOptional()
      .meta({
        description:
          'For CSV: maps the platform’s column names to those of the file, if they differ.',
        example: { Termin: 'start' },
      }),
    timeZone: timeZone().exactOptional().meta({
      description:
        "Time zone of times without an offset. Defaults to the time zone of the row's location.",
      example: 'Europe/Berlin',
    }),
    defaults: Defaults.default({}).meta({
      description:
        'Defaults for values that rows do not specify, such as the provider whose calendar is imported.',
      example: { providerId: exampleId('provider') },
    }),
    notify: z.boolean().default(false).meta({
      description:
        'Whether guardians are sent invitations to future appointments, if the centre sends invitations.',
    }),
  })
  .meta({ id: 'CreateAppointmentImport' })
export type CreateAppointmentImport = z.infer<typeof CreateAppointmentImport>

const count = z.int().min(0).meta({ example: 0 })
const Progress = z.strictObject({
  total: count.meta({ description: 'Number of rows in the file.', example: 120 }),
  pending: count.meta({ description: 'Rows that are not yet processed.' }),
  wouldCreate: count.meta({ description: 'Rows that would become appointments.', example: 117 }),
  created: count.meta({ description: 'Rows that became appointments.' }),
  unchanged: count.meta({ description: 'Rows that were imported before.', example: 1 }),
  conflicts: count.meta({ description: 'Rows whose time is already taken.', example: 1 }),
  invalid: count.meta({ description: 'Rows that cannot be read.', example: 1 }),
  undone: count.meta({ description: 'Appointments that were removed by undoing the import.' }),
  kept: count.meta({
    description: 'Appointments that were not undone, because they have changed since the import.',
  }),
})
export type ImportProgress = z.infer<typeof Progress>

const Failure = z
  .strictObject({
    code: z.string().meta({ description: 'Stable.', example: 'column_missing' }),
    detail: z.string().meta({
      description: 'What is wrong and how to correct it.',
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
      'READING: a worker is reading the file. FAILED: the file could not be read; `failure` gives the reason. CHECKED: every row has a result and nothing has been written. DONE: every appointment that could be created has been created.',
    example: 'CHECKED',
  }),
  failure: Failure.nullable().meta({
    description: 'Why the file cannot be read. Correct it and upload it again.',
    example: null,
  }),
  timeZone: z.string().nullable().meta({
    description:
      'Time zone of times without an offset; null to use the time zone of each row’s location.',
    example: 'Europe/Berlin',
  }),
  defaults: Defaults.meta({ description: 'Defaults for values that rows do not specify.' }),
  notify: z.boolean().meta({ description: 'Whether guardians are sent invitations.' }),
  ignoredColumns: z.array(z.string()).meta({
    description: 'Unknown columns that were ignored; set once the file has been read.',
    example: [],
  }),
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
  number: z
    .int()
    .min(1)
    .meta({ description: 'Number of the row, counted from 1 without the header.', example: 1 }),
  result: z.enum(RowResult).nullable().meta({
    description: 'Result for the row; null until the row has been checked.',
    example: 'WOULD_CREATE',
  }),
  field: z.enum(FIELDS).nullable().meta({ description: 'The field that is wrong.', example: null }),
  code: z.string().nullable().meta({ description: 'Stable code of the reason.', example: null }),
  detail: z
    .string()
    .nullable()
    .meta({ description: 'What is wrong and how to correct it.', example: null }),
  conflictsWith: z.string().nullable().meta({
    description:
      'ID of the existing appointment, or `row <number>` for an earlier row of the file.',
    example: null,
  }),
  childId: idOf('child')
    .nullable()
    .meta({ description: 'Child specified by the row; null until the child is identified.' }),
  providerId: idOf('provider')
    .nullable()
    .meta({ description: 'Provider specified by the row; null until the provider is identified.' }),
  serviceId: idOf('service')
    .nullable()
    .meta({ description: 'Service specified by the row; null if there is none.' }),
  locationId: idOf('location')
    .nullable()
    .meta({ description: 'Location specified by the row; null until the location is identified.' }),
  roomId: idOf('room')
    .nullable()
    .meta({ description: 'Room specified by the row; null if there is none.' }),
  startsAt: z.iso.datetime().nullable().meta({
    description: 'When the appointment begins, in UTC; null if the row cannot be read.',
    example: '2026-12-01T09:00:00.000Z',
  }),
  endsAt: z.iso.datetime().nullable().meta({
    description: 'When the appointment ends, in UTC; null if the row cannot be read.',
    example: '2026-12-01T09:45:00.000Z',
  }),
  status: z.enum(AppointmentStatus).nullable().meta({
    description: 'Status with which the appointment is created.',
    example: 'CONFIRMED',
  }),
  appointmentId: idOf('appointment').nullable().meta({
    description: 'Appointment created from the row; null if there is none.',
    example: null,
  }),
  ...recordMembers,
})
export type AppointmentImportRow = z.infer<typeof AppointmentImportRow>

/** How many of the appointments that an undo would keep are listed. */
export const MOST_SHOWN = 100

export const UndoneImport = outcomeSchema('UndoneAppointmentImport', AppointmentImport, {
  keeping: z
    .array(
      z.strictObject({
        number: z.int().min(1).meta({
          description: 'Number of the row, counted from 1 without the header.',
          example: 7,
        }),
        appointmentId: idOf('appointment'),
        status: z
          .enum(AppointmentStatus)
          .meta({ description: 'Current status of the appointment.' }),
      }),
    )
    .meta({
      description: `With dryRun=true: the first ${MOST_SHOWN} appointments that would stay because they have changed since the import. progress counts them as kept.`,
      example: [],
    }),
})
export type UndoneImport = z.infer<typeof UndoneImport>

export const UndoImport = z
  .strictObject({ reason: line(500).meta({ description: 'Reason for undoing the import.' }) })
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
