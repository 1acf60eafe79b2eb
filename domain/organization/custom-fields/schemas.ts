import { z } from 'zod'
import type { CustomFieldDefinition as DefinitionModel } from '#prisma/generated/client.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { CUSTOM_FIELD_KEY, CUSTOM_FIELD_KEY_ERROR, CustomFieldType } from './rules.ts'

export const CustomFieldResource = ['CLIENT'] as const

const members = {
  resource: z
    .enum(CustomFieldResource)
    .meta({ description: 'Kind of record that has this field.' }),
  key: z
    .string()
    .regex(CUSTOM_FIELD_KEY, { error: CUSTOM_FIELD_KEY_ERROR })
    .meta({ description: 'Key of the field in `custom_fields`.', example: 'insurance_plan' }),
  label: line(200).meta({
    description: 'Name of the field, as shown to people.',
    example: 'Insurance plan',
  }),
  type: z.enum(CustomFieldType).meta({ description: 'Type of the values.', example: 'SELECT' }),
  options: z
    .array(line(100))
    .max(100)
    .refine((options) => new Set(options).size === options.length, {
      error: 'must not repeat an option',
    })
    .meta({ description: 'Options of a SELECT field.', example: ['public', 'private'] }),
  required: z
    .boolean()
    .meta({ description: 'Whether every record must have a value for the field.', example: false }),
}

export const CustomField = resourceSchema('CustomField', {
  id: idOf('customFieldDefinition'),
  ...members,
  ...archivableMembers,
})
export type CustomField = z.infer<typeof CustomField>

export const CreateCustomField = z
  .strictObject({
    resource: members.resource.default('CLIENT'),
    key: members.key,
    label: members.label,
    type: members.type,
    options: members.options.default([]),
    required: members.required.default(false),
  })
  .meta({
    id: 'CreateCustomField',
    example: {
      key: 'insurance_plan',
      label: 'Insurance plan',
      type: 'SELECT',
      options: ['public', 'private'],
    },
  })
export type CreateCustomField = z.infer<typeof CreateCustomField>

/** The key and the type are immutable, because stored values rely on them. */
export const PatchCustomField = z
  .strictObject({
    label: members.label.exactOptional(),
    options: members.options.exactOptional(),
    required: members.required.exactOptional(),
  })
  .meta({
    id: 'PatchCustomField',
    example: { options: ['public', 'private', 'self-pay'] },
  })
export type PatchCustomField = z.infer<typeof PatchCustomField>

export const toCustomField = (row: DefinitionModel): CustomField => ({
  id: row.id,
  resource: row.resource as CustomField['resource'],
  key: row.key,
  label: row.label,
  type: row.type as CustomField['type'],
  options: row.options,
  required: row.required,
  ...archivableOf(row),
})
